/**
 * Keeps the recorder's pages and their files, so that they open without a connection. `KEPT` and `ROOT` come before
 * this text: the files of this version, and the path of the service. What it keeps tells nothing of a game.
 */

const CACHE = `calimala ${KEPT.join(" ").length} ${KEPT[0]}`;
const PAGES = ["/record/", "/seat/", "/new"].map((path) => ROOT + path);
const PATIENCE = 4000;

self.addEventListener("install", (event) => {
  event.waitUntil(
    caches
      .open(CACHE)
      .then((cache) => cache.addAll(KEPT))
      .then(() => self.skipWaiting()),
  );
});

self.addEventListener("activate", (event) => {
  event.waitUntil(tidied().then(() => self.clients.claim()));
});

/** Files of other versions go; pages are taken over. */
async function tidied() {
  for (const name of await caches.keys()) {
    if (!name.startsWith("calimala ") || name === CACHE) continue;
    const [cache, old] = [await caches.open(CACHE), await caches.open(name)];
    for (const request of await old.keys()) {
      if (isPage(new URL(request.url)) && !(await cache.match(request)))
        await cache.put(request, await old.match(request));
    }
    await caches.delete(name);
  }
  const pages = (await self.clients.matchAll({ includeUncontrolled: true })).map((client) => client.url);
  for (const page of pages) {
    const address = new URL(page);
    address.hash = "";
    if (isPage(address)) await (await caches.open(CACHE)).add(address.href).catch(() => undefined);
  }
}

function isPage(address) {
  return PAGES.some((path) => address.pathname.startsWith(path));
}

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const address = new URL(request.url);
  if (request.method !== "GET" || address.origin !== location.origin) return;
  if (request.mode === "navigate" && isPage(address)) event.respondWith(page(request));
  else if (address.pathname.startsWith(`${ROOT}/static/`)) event.respondWith(file(request));
});

async function file(request) {
  return (await caches.match(request)) ?? fetch(request);
}

async function page(request) {
  const cache = await caches.open(CACHE);
  try {
    const response = await fetch(request, { signal: AbortSignal.timeout(PATIENCE) });
    if (response.ok) await cache.put(request, response.clone());
    if (response.status < 500) return response;
  } catch {
    // Nobody answers: what is kept is as good, in another language as well.
  }
  const kept =
    (await cache.match(request, { ignoreVary: true })) ??
    (await cache.match(request, { ignoreVary: true, ignoreSearch: true }));
  return kept ?? Response.error();
}
