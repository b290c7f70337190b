// What keeps the files for good: all of one version at once, or none; then the app opens without a network. A new
// version waits until it is asked for, or until no page of the old one is open. Above stand VERSION, FILES, and KIND: the
// app, or the door of a published folder, whose pages come from the network where there is one.

const NAME = `${KIND}-${VERSION}`;
const root = new URL("./", self.location);
const page = ({ url }) => new URL(url).pathname.replace(/\/$/, "/index.html");

// The code of Python travels packed; as it is here, a browser may keep what it has compiled of it.
const unpacked = ({ body }) => new Response(body.pipeThrough(new DecompressionStream("gzip")), { headers: { "content-type": "application/wasm" } });

// Files by their digest never change; the few others are asked for anew, and must be of this version.
async function keep(cache, name) {
  const lasting = name.startsWith("app/") || name.startsWith("static/");
  const answer = await fetch(new Request(new URL(name, root), { cache: lasting ? "default" : "no-cache" }));
  if (!answer.ok) throw new Error(`${name}: ${answer.status}`);
  if (name === "index.html" && !(await answer.clone().text()).includes(VERSION)) throw new Error("another version");
  await cache.put(new URL(name, root), name.endsWith("/python.bin") ? unpacked(answer) : answer);
}

async function fill() {
  const cache = await caches.open(NAME);
  const there = new Set((await cache.keys()).map(({ url }) => url));
  await Promise.all(FILES.filter((name) => !there.has(new URL(name, root).href)).map((name) => keep(cache, name)));
}

// The version before this one stays as long as a page of it may be open.
async function tidy() {
  const names = (await caches.keys()).filter((name) => name.startsWith(`${KIND}-`) && name !== NAME);
  await Promise.all(names.slice(0, -1).map((name) => caches.delete(name)));
}

// The page for wrong addresses, with its look wherever the address lies: its links are written from the folder on.
async function missing(cache) {
  const text = await (await cache.match(new URL("404.html", root))).text();
  return new Response(text.replaceAll('="./', `="${root}`), { headers: { "content-type": "text/html; charset=utf-8" } });
}

async function answer(request) {
  // By its very address: Chromium opens every file it keeps to compare anything less.
  if (request.mode !== "navigate") return await caches.match(request) ?? fetch(request);
  const cache = await caches.open(NAME);
  const kept = () => cache.match(new URL(page(request), root));
  if (KIND === "door") return fetch(request).catch(async () => await kept() ?? missing(cache));
  return await kept() ?? fetch(request);
}

// Where a browser can, it takes files by itself from what is kept, and this script need not be woken for each.
const routes = ["app/*", "static/*"].map((name) => ({
  condition: { urlPattern: { pathname: root.pathname + name } }, source: { cacheName: NAME },
}));

self.addEventListener("install", (event) => {
  event.waitUntil(Promise.all([fill(), event.addRoutes?.(routes)]));
});
self.addEventListener("activate", (event) => event.waitUntil(tidy().then(() => self.clients.claim())));
self.addEventListener("fetch", (event) => {
  if (event.request.method === "GET" && event.request.url.startsWith(root.href)) event.respondWith(answer(event.request));
});
self.addEventListener("message", (event) => {
  if (event.data === "now") self.skipWaiting();
  // What was kept is damaged: away with it, and all of it anew.
  if (event.data === "mend") event.waitUntil(caches.delete(NAME).then(fill));
});
