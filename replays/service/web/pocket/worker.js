/**
 * The worker in which Python answers the requests of this phone's pages, one after the other.
 *
 * What a request changes is saved before it is answered. The first start imports everything, and takes a picture of
 * Python's memory for those that follow, which begin where it was taken.
 */

import { CACHES, FIRST, SERVICE } from "./paths.js";
import { NoRows, Rows } from "./rows.js";

/** @typedef {{method: string, path: string, headers: [string, string][], body: Uint8Array | null}} Asked */
/** @typedef {{status: number, headers: [string, string][], body: Uint8Array}} Answered */

const HERE = new URL("./", location.href);
const PYTHON = new URL("py/", HERE).href;
const SITE = "/lib/python3.14/site-packages";
const LIBRARY = `${SITE}/msgspec/_core.cpython-314-wasm32-emscripten.so`;
const PICTURES = CACHES.memory;
/** What Python puts into a page that is saved as one file. */
const VIEWER = "static/calimala-replay.js";
const GAME = /^\/(?:api\/games|g|record|post|merge)\/([a-z0-9][a-z0-9-]*)/;
const OTHER_GAME = /[?&]other=([a-z0-9][a-z0-9-]*)/;
const LOCK = "calimala rows";
const ABOUT_ALL = /^\/(?:$|\?|api\/games(?:$|\?)|new|import|api\/import|api\/backup|merge|api\/games\/[^/]+\/records)/;

/** Python's side, and what the first requests would wait for. */
const IMPORT = `
import sitecustomize, sys, zipimport
archive = zipimport.zipimporter("/app.zip")
unpacked = archive.get_data("unpacked.txt").decode().split()
[open("${SITE}/" + name, "wb").write(archive.get_data(name)) for name in unpacked]
sys.path.append("/app.zip")
import replays.service.pocket.browser as browser
sitecustomize.finish()
`;
const WARM_UP = "import jinja2, segno; browser.warm_up()";
const PICTURE = "picture";
const JUDGE = "judge";
const REST = 20000;
/** After how many milliseconds the rest of Python's program is loaded: the first pages do not wait for it. */
const SOON = 2000;
/** How long it is known how much room there is, in milliseconds. */
const MEASURED = 30000;

// They come while it is looked up what is saved.
const script = import(/* webpackIgnore: true */ `${PYTHON}pyodide.asm.mjs`);
const loader = import(/* webpackIgnore: true */ `${PYTHON}pyodide.mjs`);

/** @param {string} path */
async function load(path) {
  const response = await fetch(new URL(path, HERE));
  if (!response.ok) throw new Error(`${path}: ${response.status}`);
  return response;
}

/** @param {string} path */
async function loadBytes(path) {
  return (await load(path)).arrayBuffer();
}

/** @param {string} version @returns {Promise<Uint8Array | null>} */
async function readPicture(version) {
  try {
    const response = await (await caches.open(PICTURES + version)).match(PYTHON);
    return response ? new Uint8Array(await response.arrayBuffer()) : null;
  } catch {
    return null;
  }
}

/**
 * Store the picture of Python's memory for later starts, and forget those of other versions.
 * @param {string} version @param {Uint8Array<ArrayBuffer>} picture
 */
async function storePicture(version, picture) {
  try {
    for (const name of await caches.keys())
      if (name.startsWith(PICTURES) && name !== PICTURES + version) await caches.delete(name);
    await (await caches.open(PICTURES + version)).put(PYTHON, new Response(picture));
  } catch {
    // Without room every start is like the first one.
  }
}

/**
 * Start Python, from a picture of its memory if there is one.
 * @param {Uint8Array | null} picture
 */
async function startPython(picture) {
  const { loadPyodide } = await loader;
  const library = loadBytes("py/msgspec.wasm").then((bytes) => new Uint8Array(bytes));
  /** @type {Promise<ArrayBuffer[]> | undefined} */
  let parts;
  /** @type {() => Promise<void>} */
  let loadRest;
  const python = await loadPyodide({
    indexURL: PYTHON,
    stdLibURL: `${PYTHON}std.zip.txt`,
    packageBaseUrl: PYTHON,
    lockFileContents: {
      info: { abi_version: "2026_0", arch: "wasm32", platform: "emscripten_5_0_3", python: "3.14.2" },
      packages: {},
    },
    ...(picture ? { _loadSnapshot: picture } : { _makeSnapshot: isPainter }),
    // Loaded before anything else, the library is at the same place in every memory, so that a picture fits.
    createPyodideModule: async (/** @type {any} */ settings) => {
      const { default: createModule } = await script;
      settings.isFirst = isFirst;
      const { locateFile } = settings;
      settings.dynamicLibraries = [LIBRARY];
      settings.library = library;
      settings.locateFile = (/** @type {string} */ name) => {
        if (name !== LIBRARY) return locateFile(name);
        // The program is there and looks for its library: these come while Python begins, and not while it is loaded.
        parts = Promise.all(PARTS.map(loadBytes));
        return `${PYTHON}msgspec.wasm`;
      };
      const module = await createModule(settings);
      loadRest = module.loadRest;
      // Python grew while it imported; a picture does not make room for itself.
      if (picture) module.growMemory(picture.byteLength);
      return module;
    },
  });
  for (const part of (await parts) ?? []) python.FS.writeFile("/app.zip", new Uint8Array(part), { flags: "a" });
  if (picture) return python;
  python.FS.mkdirTree(`${SITE}/msgspec`);
  // Python looks for a file before it imports a library, which is there already.
  python.FS.writeFile(LIBRARY, "");
  python.runPython(IMPORT);
  // What it does not need at first comes last, or when it is called.
  if (isFirst) setTimeout(() => loadRest().catch(() => undefined), SOON);
  return python;
}

class Phone {
  /** @param {any} python @param {Rows | NoRows} rows */
  constructor(python, rows) {
    this.browser = python.globals.get("browser");
    this.rows = rows;
    /** The games whose rows Python has. @type {Set<string>} */
    this.games = new Set();
    /** When it was last asked how much room there is. */
    this.measured = 0;
  }

  /** Begin with what is saved. */
  async begin() {
    this.games.clear();
    const { names, summaries } = await this.rows.readAll();
    this.browser.forget();
    this.browser.put([], names, summaries, []);
  }

  /** @param {Iterable<string>} games */
  async load(games) {
    for (const game of games) {
      if (this.games.has(game)) continue;
      const { rows, photos } = await this.rows.readGame(game);
      this.games.add(game);
      if (rows.length) this.browser.put(rows, [], [], photos);
    }
  }

  /** Let Python know how much room there is, before more is stored. */
  async measureRoom() {
    if (!navigator.storage?.estimate || Date.now() - this.measured < MEASURED) return;
    this.measured = Date.now();
    const { quota, usage } = await navigator.storage.estimate();
    if (quota !== undefined && usage !== undefined) this.browser.set_room(quota - usage);
  }

  /** Learn what other pages of this phone have written. */
  async catchUp() {
    const rows = await this.rows.news();
    if (rows === null) return this.begin();
    const known = rows.filter(([stream]) => this.games.has(stream.split("/")[0]));
    if (known.length) this.browser.put(known, [], [], []);
  }

  /** @param {Asked} asked */
  async prepare({ method, path }) {
    await this.catchUp();
    if (method !== "GET") await this.measureRoom();
    for (const named of [GAME, OTHER_GAME]) {
      const [, game] = named.exec(path) ?? [];
      if (game) await this.load([game]);
    }
    if (path.startsWith("/api/backup")) await this.load(await this.rows.games());
    else if (ABOUT_ALL.test(path)) await this.load(await this.rows.changedGames());
  }

  /** @param {Asked} asked @returns {Promise<Answered>} */
  async answer(asked) {
    for (let attempt = 0; ; attempt++) {
      await this.prepare(asked);
      const { method, path } = asked;
      const [status, headers, body, entries] = plain(this.browser.answer(method, path, asked.headers, asked.body));
      try {
        await this.rows.save(entries);
        return { status, headers, body };
      } catch (error) {
        // Python has what is not saved: it begins again with what is.
        await this.begin();
        if (/** @type {any} */ (error)?.name === "ConstraintError" && attempt < 3) continue;
        const reason = /** @type {any} */ (error)?.name ?? String(error);
        const [wrong, why, words] = plain(this.browser.unsaved(path, reason));
        return { status: wrong, headers: why, body: words };
      }
    }
  }
}

/**
 * Return an answer of Python as arrays.
 * @param {any} proxy
 */
function plain(proxy) {
  const found = proxy.toJs();
  proxy.destroy();
  return found;
}

/** Whether this worker only takes the picture: another one answers meanwhile. */
const isPainter = self.name === PICTURE;

/** Whether nothing is stored yet, so that what Python needs at first comes before the rest. */
const isFirst = self.name === FIRST;

/** Whether this worker checks for the recorder of a service, and stores nothing. */
const isJudge = self.name === JUDGE;

/** @returns {Promise<{version: string, static: string}>} */
async function readList() {
  return (await load("files.json")).json();
}

/** The browser lets nothing be stored. */
class Refused extends Error {}

/** Open what is saved; reject with `Refused`. @returns {Promise<Rows>} */
async function openRows() {
  try {
    return await Rows.open();
  } catch (error) {
    throw new Refused(/** @type {any} */ (error)?.name ?? String(error));
  }
}

/** @returns {Promise<Phone>} */
async function start() {
  const viewer = isJudge ? null : load(VIEWER).then((response) => response.text());
  const [listed, rows] = await Promise.all([readList(), isJudge ? new NoRows() : openRows()]);
  const picture = await readPicture(listed.version);
  let python;
  try {
    python = await startPython(picture);
  } catch (error) {
    if (!picture) throw error;
    await caches.delete(PICTURES + listed.version);
    python = await startPython(null);
  }
  const phone = new Phone(python, rows);
  phone.browser.begin(new URL(SERVICE, HERE).href, listed.static, Date.now);
  await phone.begin();
  if (viewer) phone.browser.show(await viewer);
  if (!picture) setTimeout(paint, REST);
  return phone;
}

/** Let another worker take the picture, and end. */
function paint() {
  const painter = new Worker(location.href, { type: "module", name: PICTURE });
  painter.onmessage = () => painter.terminate();
  painter.onerror = () => painter.terminate();
}

async function takePicture() {
  const [{ version }, python] = await Promise.all([readList(), startPython(null)]);
  python.runPython(WARM_UP);
  await storePicture(version, python.makeMemorySnapshot());
}

const phone = isPainter ? takePicture() : start();
phone.then(
  () => postMessage({ ready: true }),
  (error) =>
    postMessage(error instanceof Refused ? { refused: error.message } : { failed: String(error?.stack ?? error) }),
);

/** @type {Promise<unknown>} */
let last = phone;

/** @param {Asked} asked @param {MessagePort} port */
async function respond(asked, port) {
  try {
    const ready = /** @type {Phone} */ (await phone);
    const act = () => ready.answer(asked);
    const answered = await (navigator.locks && !isJudge ? navigator.locks.request(LOCK, act) : act());
    port.postMessage(answered);
  } catch (error) {
    port.postMessage({ failed: String(/** @type {any} */ (error)?.message ?? error) });
    // Python's memory may be damaged: another worker begins with what is saved.
    postMessage({ failed: String(/** @type {any} */ (error)?.stack ?? error) });
  }
}

addEventListener("message", ({ data, ports: [port] }) => {
  if (!port) return;
  const before = last.catch(() => undefined);
  last = before.then(() => respond(data, port));
});
