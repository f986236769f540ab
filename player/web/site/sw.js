// Keeps the files of this folder in the browser, so that the page opens without a network; a new page has a new name.
const { scope } = registration;
const NAME = `guesstree ${scope} {version}`;
const FILES = ["./", "core.js", "manifest.webmanifest", "icon-180.png", "icon-192.png", "icon-512.png", "tree.txt"];

async function install() {
  skipWaiting();
  const cache = await caches.open(NAME);
  await cache.addAll(FILES.map((file) => new Request(file, { cache: "reload" })));
  for (const name of await caches.keys()) {
    if (name.startsWith(`guesstree ${scope} `) && name !== NAME) await caches.delete(name);
  }
}

async function answer(request) {
  const address = request.url.replace(/[?#].*/s, "").replace(`${scope}index.html`, scope);
  const cache = await caches.open(NAME);
  return (await cache.match(address)) ?? fetch(request);
}

addEventListener("install", (event) => event.waitUntil(install()));
addEventListener("fetch", (event) => event.respondWith(answer(event.request)));
