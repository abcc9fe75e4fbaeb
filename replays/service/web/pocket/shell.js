/**
 * The page around the pages of a phone's service: starts Python, hands it what they ask, and remembers which one is
 * open. It stays while they come and go, so that Python starts once.
 */

import { CACHES, FIRST, SERVICE, SHARED, UPDATE, WHICH } from "./paths.js";

/** Where the page that adds a game finds what it was given. */
const GIVEN = "calimala.given";
const MOST_FAILURES = 3;
/** What errors are called by which a browser stores nothing. */
const REFUSALS = ["QuotaExceededError", "SecurityError", "InvalidStateError", "UnknownError"];
const RECORDER = "/record/";
const IMPORT = "/import";

const frame = /** @type {HTMLIFrameElement} */ (document.getElementById("pages"));
const message = /** @type {HTMLElement} */ (document.getElementById("message"));
const notice = /** @type {HTMLElement} */ (document.getElementById("update"));
const root = new URL("./", location.href);
const service = new URL(SERVICE, root).href;

/** @type {Worker} */
let python;
let isReady = false;
let failures = 0;
/** Whether the page that is open is shown as it was last, and no other is on its way. */
let isStored = false;
/** The page that was asked for last. */
let lastAsked = "";
/** The sentences of this page in the reader's language. */
const words = WORDS[likedLanguages().find((tag) => Object.hasOwn(WORDS, tag)) ?? "en"];

function likedLanguages() {
  return navigator.languages.flatMap((tag) => [tag.replace("-", "_"), tag.split("-")[0]]);
}

/** @param {string} sentence */
function say(sentence) {
  message.textContent = sentence;
}

// Python.

function startPython() {
  isReady = false;
  const name = navigator.serviceWorker.controller ? "" : FIRST;
  python = new Worker(new URL("worker.js", root), { type: "module", name });
  python.onmessage = ({ data }) => {
    if (data.ready) onReady();
    if (data.refused) onRefused(data.refused);
    if (data.failed) onFailed(data.failed);
  };
  python.onerror = (event) => onFailed(event.message);
}

function onReady() {
  isReady = true;
  failures = 0;
  say("");
  // A page that was shown as it was last is asked for again; the recorder asks by itself.
  if (isStored && !openPath().startsWith(RECORDER)) frame.contentWindow?.location.reload();
  isStored = false;
}

/**
 * Say that the browser stores nothing: without that no page is shown on which a game could be lost.
 * @param {string} reason
 */
function onRefused(reason) {
  python.terminate();
  frame.remove();
  say(`${words.refused} (${reason})`);
}

/**
 * Say why the files cannot be stored, unless those of an earlier version are.
 * @param {string} reason
 */
function onUnstored(reason) {
  if (navigator.serviceWorker.controller) return;
  if (REFUSALS.includes(reason)) return onRefused(reason);
  python.terminate();
  say(`${words.failed} (${reason})`);
}

/**
 * Begin again with what is saved; say so where that does not help.
 * @param {string} reason
 */
function onFailed(reason) {
  python.terminate();
  failures += 1;
  isStored = true;
  if (failures < MOST_FAILURES) startPython();
  else say(`${words.failed} (${reason.split("\n").findLast((line) => line.trim() !== "") ?? ""})`);
}

navigator.serviceWorker?.addEventListener("message", ({ data, ports: [port] }) => {
  if (data.unstored) return onUnstored(data.unstored);
  if (data.stored) {
    isStored = data.stored === lastAsked;
    return;
  }
  if (data.isPage) {
    isStored = false;
    lastAsked = data.path;
  }
  port.postMessage({ heard: isReady });
  const headers = [...data.headers, ["accept-language", navigator.languages.join(",")]];
  python.postMessage({ ...data, headers }, [port]);
});

// The page that is open.

/** Return the path of the page that is open. */
function openPath() {
  try {
    const { href } = /** @type {Window} */ (frame.contentWindow).location;
    return href.startsWith(service) ? href.slice(service.length) || "/" : "/";
  } catch {
    return "/";
  }
}

/** Return the path of the page to open: that in the address, where a share code leads, or the first one. */
function wantedPath() {
  const { hash } = location;
  if (hash.startsWith("#/")) return hash.slice(1);
  return hash.length < 2 ? "/" : IMPORT + hash;
}

/** @param {string} path */
function open(path) {
  if (path !== openPath()) frame.contentWindow?.location.replace(service + path);
}

/**
 * Open the page that adds a game, with a text.
 * @param {string} text
 */
function add(text) {
  sessionStorage.setItem(GIVEN, text);
  // Not by its window, which another page may be on its way to.
  frame.src = service + IMPORT;
}

/** Return what another app has sent, null without anything. @returns {Promise<string | null>} */
async function takeShared() {
  for (const name of await caches.keys()) {
    if (!name.startsWith(CACHES.pages)) continue;
    const cache = await caches.open(name);
    const address = new URL(SHARED, root).href;
    const response = await cache.match(address);
    if (!response) continue;
    await cache.delete(address);
    return response.text();
  }
  return null;
}

/** Open a file that the system hands over. */
function takeFiles() {
  /** @type {{setConsumer: (take: (given: {files: {getFile: () => Promise<File>}[]}) => void) => void} | undefined} */
  const queue = /** @type {any} */ (globalThis).launchQueue;
  queue?.setConsumer(async ({ files: [first] }) => {
    if (first) add(await (await first.getFile()).text());
  });
}

frame.addEventListener("load", () => {
  if (!frame.src) return;
  document.title = frame.contentDocument?.title || document.title;
  document.documentElement.lang = frame.contentDocument?.documentElement.lang || "en";
  const path = openPath();
  history.replaceState(null, "", path === "/" ? root.pathname : `#${path}`);
  notice.hidden = !notice.firstChild || path.startsWith(RECORDER);
});

addEventListener("hashchange", () => open(wantedPath()));

// Versions.

/**
 * Ask a service worker, and return what it answers.
 * @param {ServiceWorker} worker @param {string} question @returns {Promise<string>}
 */
function askWorker(worker, question) {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = ({ data }) => resolve(data);
    worker.postMessage(question, [port2]);
  });
}

/**
 * Offer to use the version of a service worker.
 * @param {ServiceWorker} worker
 */
function offer(worker) {
  if (notice.firstChild) return;
  const button = document.createElement("button");
  button.textContent = words.load;
  button.addEventListener("click", async () => {
    const changed = new Promise((resolve) => navigator.serviceWorker.addEventListener("controllerchange", resolve));
    await askWorker(worker, UPDATE);
    if (navigator.serviceWorker.controller !== worker) await changed;
    location.reload();
  });
  notice.append(words.update, " ", button);
  notice.hidden = openPath().startsWith(RECORDER);
}

/**
 * Offer a version that is there, or comes: its service worker waits, or took over while no page was open.
 * @param {ServiceWorkerRegistration} registration
 */
async function offerUpdates(registration) {
  const look = () => {
    // The first version has nobody to ask.
    if (registration.waiting && navigator.serviceWorker.controller) offer(registration.waiting);
  };
  const follow = () => registration.installing?.addEventListener("statechange", look);
  look();
  // One that was found before this page asks has been announced already.
  follow();
  registration.addEventListener("updatefound", follow);
  const { controller } = navigator.serviceWorker;
  if (!controller) return;
  const { version } = await (await fetch(new URL("files.json", root))).json();
  if ((await askWorker(controller, WHICH)) !== version) offer(controller);
}

/** Return when the service worker answers for this page. */
async function controlled() {
  const registration = await navigator.serviceWorker.register(new URL("sw.js", root), { scope: root.pathname });
  offerUpdates(registration);
  if (navigator.serviceWorker.controller) return;
  // A page that was loaded past the service worker is loaded again by it.
  if (registration.active && !registration.installing) return location.reload();
  await new Promise((resolve) => navigator.serviceWorker.addEventListener("controllerchange", resolve, { once: true }));
}

/** Open the first page. What another app has sent is looked up before. */
async function openFirst() {
  const isShared = location.hash === `#${SHARED}`;
  const shared = isShared ? await takeShared() : null;
  if (shared !== null) sessionStorage.setItem(GIVEN, shared);
  frame.src = service + (shared !== null ? IMPORT : isShared ? "/" : wantedPath());
  takeFiles();
}

async function begin() {
  if (!navigator.serviceWorker || !globalThis.indexedDB) return say(words.unable);
  const isControlled = navigator.serviceWorker.controller !== null;
  // What was shown last comes without Python, and before all else.
  if (isControlled) openFirst();
  else say(words.first);
  startPython();
  try {
    await controlled();
  } catch {
    return say(words.unable);
  }
  if (!isControlled) openFirst();
  // What the browser may delete when it needs room is no place for games.
  await navigator.storage?.persist?.();
}

begin();
