/**
 * The service worker: stores the recorder's pages and their files, so that they open without a connection. What it
 * stores reveals nothing of a game.
 */

const NAME = "calimala ";
const CACHE = `${NAME}${FILES.join(" ").length} ${FILES[0]}`;
const PAGES = ["/record/", "/seat/", "/new"].map((path) => ROOT + path);
const POCKET = `${ROOT}/pocket/`;
/** What checks without a connection; it stays when the files of pages are of another version. */
const POCKET_CACHE = "calimala-pocket";
const PATIENCE = 4000;

const worker = /** @type {ServiceWorkerScope} */ (/** @type {unknown} */ (self));

worker.addEventListener("install", (event) => {
  event.waitUntil(storeFiles().then(() => worker.skipWaiting()));
});

worker.addEventListener("activate", (event) => {
  event.waitUntil(removeOld().then(() => worker.clients.claim()));
});

worker.addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== "GET" || url.origin !== location.origin) return;
  if (request.mode === "navigate" && isPage(url)) event.respondWith(fetchPage(request));
  else if (url.pathname.startsWith(`${ROOT}/static/`)) event.respondWith(fetchFile(request));
  else if (url.pathname.startsWith(POCKET)) event.respondWith(fetchPocketFile(request));
});

async function storeFiles() {
  const cache = await caches.open(CACHE);
  await cache.addAll(FILES);
}

/** Remove files of other versions; take over pages. */
async function removeOld() {
  const cache = await caches.open(CACHE);
  for (const name of await caches.keys()) {
    if (!name.startsWith(NAME) || name === CACHE) continue;
    const old = await caches.open(name);
    for (const request of await old.keys()) {
      if (!isPage(new URL(request.url)) || (await cache.match(request))) continue;
      const page = await old.match(request);
      if (page) await cache.put(request, page);
    }
    await caches.delete(name);
  }
  for (const { url } of await worker.clients.matchAll({ includeUncontrolled: true })) {
    const page = new URL(url);
    page.hash = "";
    if (isPage(page)) await cache.add(page.href).catch(() => undefined);
  }
}

/** @param {URL} url */
function isPage(url) {
  return PAGES.some((path) => url.pathname.startsWith(path));
}

/** @param {Request} request */
async function fetchFile(request) {
  return (await caches.match(request)) ?? fetch(request);
}

/**
 * Fetch a file of the worker that checks without a connection; it is stored when it is asked for first, and those of
 * other versions are removed.
 * @param {Request} request
 */
async function fetchPocketFile(request) {
  const cache = await caches.open(POCKET_CACHE);
  const stored = await cache.match(request, { ignoreVary: true });
  if (stored) return stored;
  const response = await fetch(request);
  if (!response.ok) return response;
  const [version] = new URL(request.url).pathname.slice(POCKET.length).split("/");
  for (const { url } of await cache.keys())
    if (!new URL(url).pathname.startsWith(`${POCKET}${version}/`)) await cache.delete(url);
  await cache.put(request, response.clone()).catch(() => undefined);
  return response;
}

/** @param {Request} request */
async function fetchPage(request) {
  const cache = await caches.open(CACHE);
  try {
    const response = await fetch(request, { signal: AbortSignal.timeout(PATIENCE) });
    if (response.ok) await cache.put(request, response.clone());
    if (response.status < 500) return response;
  } catch {
    // The service does not answer: what is stored is as good, in another language as well.
  }
  const stored =
    (await cache.match(request, { ignoreVary: true })) ??
    (await cache.match(request, { ignoreVary: true, ignoreSearch: true }));
  return stored ?? Response.error();
}
