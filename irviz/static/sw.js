// Answers for the host once somebody has been here, so that everything works without a network.
//
// Above this stand `VERSION` and `FILES`: every file of this version, and the sum of its contents. A version is kept as
// a whole or not at all. A newer one is fetched meanwhile, and waits until nobody has a page of the older one open, or
// until somebody asks for it: the page says `take over` (host.js).

const OURS = `irviz ${self.registration.scope} `;
const CACHE = OURS + VERSION;
const address = (name) => new URL(name, self.registration.scope).href;

/** The caches of this edition, the oldest first; others of the same site have theirs. */
const kept = async () => (await caches.keys()).filter((name) => name.startsWith(OURS));

self.addEventListener("install", (event) => event.waitUntil(keep()));

async function keep() {
  const cache = await caches.open(CACHE);
  try {
    await Promise.all(Object.entries(FILES).map(([name, sum]) => keepOne(cache, address(name), name, sum)));
  } catch (error) {
    await caches.delete(CACHE); // such as where the storage is full; then the network does it, as without this
    throw error;
  }
}

async function keepOne(cache, url, name, integrity) {
  // What a version before has under the same name is the same; only a page may differ.
  const before = name.endsWith("/") ? undefined : await caches.match(url);
  await cache.put(url, before ?? (await fetched(url, integrity, name)));
}

async function fetched(url, integrity, name) {
  // The page has just fetched most of it, and names tell the version; a page of the same name may be an old one.
  const answer = await fetch(url, { integrity, cache: name.startsWith("irviz-assets/") ? "default" : "no-cache" });
  if (!answer.ok) throw new Error(`${name}: ${answer.status}`);
  return answer;
}

self.addEventListener("activate", (event) => event.waitUntil(take()));

async function take() {
  // The version before stays for pages that are still open, which may need another of its files.
  const before = (await kept()).filter((name) => name !== CACHE);
  await Promise.all(before.slice(0, -1).map((name) => caches.delete(name)));
  await self.clients.claim();
}

self.addEventListener("message", ({ data }) => {
  if (data === "take over") self.skipWaiting();
});

self.addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.method === "GET" && request.url.startsWith(self.registration.scope)) event.respondWith(answered(request));
});

async function answered(request) {
  const url = new URL(request.url);
  const name = url.pathname.slice(new URL(self.registration.scope).pathname.length).replace(/(^|\/)index\.html$/, "$1");
  if (request.mode !== "navigate") return (await found(url.origin + url.pathname)) ?? fetch(request);
  // The page's own links are those of its folder, so its address ends with a slash.
  if (`${name}/` in FILES) return Response.redirect(`${address(`${name}/`)}${url.search}`, 302);
  return (await (await caches.open(CACHE)).match(address(name || "./"))) ?? fetch(request);
}

async function found(url) {
  for (const name of [CACHE, ...(await kept()).reverse()]) {
    const answer = await (await caches.open(name)).match(url);
    if (answer) return answer;
  }
  return undefined;
}
