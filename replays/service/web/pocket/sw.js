/**
 * The service worker of a phone's folder: stores its files, so that it works without a connection, and hands what pages
 * ask of the service to the page that has Python.
 *
 * Everything below `app/` is the service. A page that is asked for before Python is there comes as it was last.
 *
 * A browser lets a newer service worker take over as soon as no page is open, and closes pages by itself. So in an
 * evening with a recorded game the files of the version before are sent on, until somebody wants the newer ones.
 */

import { CACHES, SERVICE, SHARED, UPDATE, VERSIONED, WHICH } from "./paths.js";

/** Where it is noted which version is in use, and when a game was last recorded. */
const IN_USE = new URL("version-in-use", location.href).href;
const RECORDED = new URL("recorded", location.href).href;
const EVENING = 12 * 3600 * 1000;
const MINUTE = 60 * 1000;
const RECORDING = /^\/record\/|^\/api\/games\/[^/]+\/decisions/;
const STATIC = /^app\/static\/[^/]+\//;
const PATIENCE = 1000;
const FAILED = 502;
/** Pages on which something is entered: they are not shown as they were last, since they are loaded again then. */
const FORM = /^\/(?:import|new|merge)\b/;
const WITHOUT_BODY = [204, 205, 304];

const worker = /** @type {PocketScope} */ (/** @type {unknown} */ (self));
const scope = new URL("./", location.href);

/** @typedef {{status: number, headers: [string, string][], body: Uint8Array<ArrayBuffer>, failed?: string}} Answered */

worker.addEventListener("install", (event) => {
  event.waitUntil(storeFiles().catch(report));
});

worker.addEventListener("activate", (event) => {
  event.waitUntil(takeOver().then(() => worker.clients.claim()));
});

worker.addEventListener("message", (event) => {
  const { data, ports } = event;
  if (data === WHICH) ports[0].postMessage(VERSION);
  if (data === UPDATE) event.waitUntil(update(ports[0]));
});

worker.addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (url.origin !== scope.origin || !url.pathname.startsWith(scope.pathname)) return;
  const path = url.pathname.slice(scope.pathname.length);
  if (STATIC.test(path)) event.respondWith(file(path.replace(STATIC, "static/"), request));
  else if (path === SERVICE || path.startsWith(`${SERVICE}/`)) event.respondWith(service(event, path, url.search));
  else if (path === SHARED && request.method === "POST") event.respondWith(takeShared(request));
  else if (request.method === "GET") event.respondWith(file(path === "index.html" ? "" : path, request));
});

/**
 * Store the files of this version, first those with which Python begins, and then what it imports; those that are as
 * before are not loaded again by browsers that have them.
 */
async function storeFiles() {
  const cache = await caches.open(CACHES.files + VERSION);
  const store = async (/** @type {string} */ name) => {
    const response = await fetch(new URL(name, scope), { cache: "no-cache" });
    if (!response.ok) throw new Error(`${name}: ${response.status}`);
    await cache.put(new URL(name, scope).href, response);
  };
  for (const names of [FIRST_FILES, PARTS, FILES]) await Promise.all(names.map(store));
}

/**
 * Let pages know why the files cannot be stored.
 * @param {any} error
 */
async function report(error) {
  for (const client of await worker.clients.matchAll({ type: "window", includeUncontrolled: true }))
    client.postMessage({ unstored: error?.name ?? String(error) });
  throw error;
}

// Versions.

/** @param {string} name @returns {Promise<string | undefined>} */
async function noted(name) {
  return (await (await caches.open(CACHES.state)).match(name))?.text();
}

/** @param {string} name @param {string} text */
async function note(name, text) {
  await (await caches.open(CACHES.state)).put(name, new Response(text));
}

/** The version whose files are sent, once it was looked up. @type {Promise<string> | undefined} */
let inUse;

function versionInUse() {
  inUse ??= noted(IN_USE).then((version) => version ?? VERSION);
  return inUse;
}

/** Use this version, unless another one is in use in the middle of an evening; forget all others. */
async function takeOver() {
  const before = await noted(IN_USE);
  const isEvening = Date.now() - Number((await noted(RECORDED)) ?? 0) < EVENING;
  const stays = before !== undefined && isEvening && (await caches.has(CACHES.files + before));
  if (!stays) await note(IN_USE, VERSION);
  inUse = undefined;
  const version = await versionInUse();
  const mine = [VERSION, version].flatMap((one) => [CACHES.files + one, CACHES.pages + one]);
  for (const name of await caches.keys())
    if (VERSIONED.some((begin) => name.startsWith(begin)) && !mine.includes(name)) await caches.delete(name);
}

/**
 * Use this version from the next page on.
 * @param {MessagePort} port
 */
async function update(port) {
  await note(IN_USE, VERSION);
  inUse = undefined;
  await worker.skipWaiting();
  port.postMessage(VERSION);
}

let recorded = 0;

/**
 * Note that a game is being recorded.
 * @param {string} path
 */
async function noteRecording(path) {
  if (!RECORDING.test(path) || Date.now() - recorded < MINUTE) return;
  recorded = Date.now();
  await note(RECORDED, String(recorded));
}

// Files.

/** @param {string} name @param {Request} request */
async function file(name, request) {
  const cache = await caches.open(CACHES.files + (await versionInUse()));
  return (await cache.match(new URL(name || "./", scope).href)) ?? fetch(request);
}

/**
 * Keep what somebody sent to this app from another one, and open the page that adds it.
 * @param {Request} request
 */
async function takeShared(request) {
  const form = await request.formData();
  const given = form.get("file");
  const text = given instanceof File && given.size ? await given.text() : (form.get("text") ?? form.get("url") ?? "");
  const cache = await openPages();
  await cache.put(new URL(SHARED, scope).href, new Response(String(text)));
  return Response.redirect(new URL("./#shared", scope).href, 303);
}

// Requests to the service.

/** @param {FetchEvent} event @param {string} path @param {string} query @returns {Promise<Response>} */
async function service(event, path, query) {
  const { request } = event;
  const isPage = request.mode === "navigate" && request.method === "GET";
  const body = ["GET", "HEAD"].includes(request.method) ? null : new Uint8Array(await request.arrayBuffer());
  const asked = {
    method: request.method,
    path: (path.slice(SERVICE.length) || "/") + query,
    headers: [...request.headers],
    body,
    isPage,
  };
  // Without room nothing is noted, and nothing else depends on it.
  event.waitUntil(noteRecording(asked.path).catch(() => undefined));
  const found = await shells();
  for (const shell of found) {
    const isShownBefore = isPage && !FORM.test(asked.path);
    // A page in a frame, and what a page asks, has a page around it, which hears once it is less busy.
    const isInside = request.destination !== "document";
    const waits = isInside && (shell.visibilityState === "visible" || shell === found.at(-1));
    const answered = await ask(shell, asked, waits, isShownBefore ? () => storedPage(request) : null);
    if (answered instanceof Response) return answered;
    if (answered) return isPage ? keepPage(request, toResponse(answered)) : toResponse(answered);
  }
  const stored = isPage ? await storedPage(request) : undefined;
  return stored ?? (isPage ? Response.redirect(new URL(`./#${asked.path}`, scope).href, 303) : Response.error());
}

/** Return the pages that may have Python, those in sight first. */
async function shells() {
  const pages = await worker.clients.matchAll({ type: "window", includeUncontrolled: true });
  const isShell = (/** @type {PocketClient} */ { url, frameType }) =>
    frameType !== "nested" && !new URL(url).pathname.startsWith(`${scope.pathname}app/`);
  const place = (/** @type {PocketClient} */ { focused, visibilityState }) =>
    focused ? 0 : visibilityState === "visible" ? 1 : 2;
  return pages.filter(isShell).sort((one, other) => place(one) - place(other));
}

/**
 * Ask a page that has Python; null where it does not hear, or is closed. One that says that Python is not there yet is
 * waited for, unless there is something to show meanwhile. `waits` is whether one that says nothing is waited for.
 * @param {PocketClient} shell @param {{method: string, path: string}} asked @param {boolean} waits
 * @param {(() => Promise<Response | undefined>) | null} meanwhile
 * @returns {Promise<Answered | Response | null>}
 */
function ask(shell, asked, waits, meanwhile) {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    let isHeard = false;
    let isAnswered = false;
    const look = async () => {
      const isOpen = (isHeard || waits) && (await worker.clients.get(shell.id));
      if (isAnswered) return;
      if (isOpen) setTimeout(look, PATIENCE);
      // What was heard may have been done: no other page does it again.
      else resolve(isHeard && asked.method !== "GET" ? Response.error() : null);
    };
    /** @param {Answered | Response} answer */
    const give = (answer) => {
      isAnswered = true;
      resolve(answer);
    };
    setTimeout(look, PATIENCE);
    port1.onmessage = async ({ data }) => {
      isHeard = true;
      if (data.heard === undefined) give(data);
      else if (!data.heard && meanwhile) {
        const stored = await meanwhile();
        if (stored) shell.postMessage({ stored: asked.path });
        if (stored) give(stored);
      }
    };
    shell.postMessage(asked, [port2]);
  });
}

async function openPages() {
  return caches.open(CACHES.pages + (await versionInUse()));
}

/** @param {Answered} answered */
function toResponse({ status, headers, body, failed }) {
  if (failed) return new Response(failed, { status: FAILED });
  return new Response(WITHOUT_BODY.includes(status) ? null : body, { status, headers });
}

/** @param {Request} request @param {Response} response */
async function keepPage(request, response) {
  if (response.ok) await (await openPages()).put(request.url, response.clone()).catch(() => undefined);
  return response;
}

/** @param {Request} request @returns {Promise<Response | undefined>} */
async function storedPage(request) {
  return (await openPages()).match(request.url);
}
