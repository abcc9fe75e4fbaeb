/**
 * The service worker of a phone's folder: stores its files, so that it works without a connection, and hands what pages
 * ask of the service to the page that has Python.
 *
 * Everything below `app/` is the service. A page that is asked for before Python is there comes as it was last.
 */

import { CACHES, SERVICE, SHARED, UPDATE } from "./paths.js";

const CACHE = CACHES.files + VERSION;
const PAGES = CACHES.pages + VERSION;
const STATIC = /^app\/static\/[^/]+\//;
const PATIENCE = 1000;
const FAILED = 502;
const WITHOUT_BODY = [204, 205, 304];

const worker = /** @type {PocketScope} */ (/** @type {unknown} */ (self));
const scope = new URL("./", location.href);

/** @typedef {{status: number, headers: [string, string][], body: Uint8Array<ArrayBuffer>, failed?: string}} Answered */

worker.addEventListener("install", (event) => {
  event.waitUntil(storeFiles());
});

worker.addEventListener("activate", (event) => {
  event.waitUntil(removeOld().then(() => worker.clients.claim()));
});

worker.addEventListener("message", ({ data }) => {
  if (data === UPDATE) worker.skipWaiting();
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

/** Store the files of this version; those that are as before are not loaded again by browsers that have them. */
async function storeFiles() {
  const cache = await caches.open(CACHE);
  await Promise.all(
    FILES.map(async (name) => {
      const response = await fetch(new URL(name, scope), { cache: "no-cache" });
      if (!response.ok) throw new Error(`${name}: ${response.status}`);
      await cache.put(new URL(name, scope).href, response);
    }),
  );
}

async function removeOld() {
  for (const name of await caches.keys())
    if ([CACHES.files, CACHES.pages].some((mine) => name.startsWith(mine)) && name !== CACHE && name !== PAGES)
      await caches.delete(name);
}

/** @param {string} name @param {Request} request */
async function file(name, request) {
  const cache = await caches.open(CACHE);
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
  const cache = await caches.open(PAGES);
  await cache.put(new URL(SHARED, scope).href, new Response(String(text)));
  return Response.redirect(new URL("./#shared", scope).href, 303);
}

// Requests to the service.

/** @param {FetchEvent} event @param {string} path @param {string} query @returns {Promise<Response>} */
async function service({ request }, path, query) {
  const isPage = request.mode === "navigate" && request.method === "GET";
  const body = ["GET", "HEAD"].includes(request.method) ? null : new Uint8Array(await request.arrayBuffer());
  const asked = {
    method: request.method,
    path: (path.slice(SERVICE.length) || "/") + query,
    headers: [...request.headers],
    body,
    isPage,
  };
  for (const shell of await shells()) {
    const answered = await ask(shell, asked, isPage ? () => storedPage(request) : null);
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
 * Ask a page that has Python; null where it does not hear. One that says that Python is not there yet is waited for,
 * unless there is something to show meanwhile.
 * @param {PocketClient} shell @param {object} asked @param {(() => Promise<Response | undefined>) | null} meanwhile
 * @returns {Promise<Answered | Response | null>}
 */
function ask(shell, asked, meanwhile) {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    const patience = setTimeout(() => resolve(null), PATIENCE);
    port1.onmessage = async ({ data }) => {
      clearTimeout(patience);
      if (data.heard === undefined) resolve(data);
      else if (!data.heard && meanwhile) {
        const stored = await meanwhile();
        if (stored) shell.postMessage({ stored: true });
        if (stored) resolve(stored);
      }
    };
    shell.postMessage(asked, [port2]);
  });
}

/** @param {Answered} answered */
function toResponse({ status, headers, body, failed }) {
  if (failed) return new Response(failed, { status: FAILED });
  return new Response(WITHOUT_BODY.includes(status) ? null : body, { status, headers });
}

/** @param {Request} request @param {Response} response */
async function keepPage(request, response) {
  if (response.ok) await (await caches.open(PAGES)).put(request.url, response.clone());
  return response;
}

/** @param {Request} request @returns {Promise<Response | undefined>} */
async function storedPage(request) {
  return (await caches.open(PAGES)).match(request.url);
}
