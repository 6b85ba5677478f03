// The service worker: it keeps the files of the app, so that it opens without a network.
//
// The server writes `self.obversi = {version, files}` before this text. The version is a hash of all
// files, so another version is another worker with another cache. The network comes first, and the stored
// files are used only if the server cannot be reached or is slow. So an old version is not shown for long.

/** @type {any} */
const worker = self;
const { version, files } = worker.obversi;
const CACHE = `obversi-${version}`;
const PACKS = "obversi-puzzles"; // not bound to a version
const ENGINE = "obversi-engine"; // the engine, its weights and other data, once a page has used them
const PACK_PATH = "/api/puzzles/pack";
const SLOW_MILLISECONDS = 4000;

worker.addEventListener("install", (event) => {
  event.waitUntil(keepFiles());
});

worker.addEventListener("activate", (event) => {
  event.waitUntil(dropOldCaches().then(() => worker.clients.claim()));
});

worker.addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== "GET" || origin !== location.origin) return;
  if (pathname === PACK_PATH) event.respondWith(keptByUse(request, PACKS));
  else if (/^\/(static\/(engine|weights)|data|lab)\//.test(pathname)) event.respondWith(keptByUse(request, ENGINE));
  else if (request.mode === "navigate" && isPage(pathname)) event.respondWith(fromNetwork(request, "/"));
  else if (files.includes(pathname)) event.respondWith(fromNetwork(request, pathname));
});

async function keepFiles() {
  const cache = await caches.open(CACHE);
  await cache.addAll(files.map((path) => new Request(path, { cache: "no-cache" })));
  await cache.put("/", await indexPage());
  await worker.skipWaiting();
}

/** The HTML file of all pages, without the hints to preload the files of one page. */
async function indexPage() {
  const reply = await fetch("/", { cache: "no-cache" });
  if (!reply.ok) throw new Error(`status ${reply.status}`);
  const headers = new Headers(reply.headers);
  for (const name of ["Link", "Content-Encoding"]) headers.delete(name);
  return new Response(await reply.blob(), { headers });
}

async function dropOldCaches() {
  const names = await caches.keys();
  const old = names.filter((name) => name.startsWith("obversi-") && ![CACHE, PACKS, ENGINE].includes(name));
  await Promise.all(old.map((name) => caches.delete(name)));
}

function isPage(pathname) {
  return !/^\/(api|static|ws|lab\/|docs\/|openapi|embed)/.test(pathname);
}

/** The reply of the server, or the stored file if the request fails or takes too long. */
async function fromNetwork(request, path) {
  const kept = async () => (await caches.open(CACHE)).match(path);
  let timer;
  const late = new Promise((resolve) => {
    timer = setTimeout(async () => {
      const file = await kept();
      if (file) resolve(file);
    }, SLOW_MILLISECONDS);
  });
  try {
    const reply = await Promise.race([fetch(request), late]);
    // A host of files has no page for addresses such as that of a puzzle.
    return reply.status === 404 ? ((await kept()) ?? reply) : reply;
  } catch (error) {
    const file = await kept();
    if (file) return file;
    throw error;
  } finally {
    clearTimeout(timer);
  }
}

async function keptByUse(request, name) {
  const cache = await caches.open(name);
  try {
    const response = await fetch(request);
    if (response.ok) await cache.put(request, response.clone());
    return response;
  } catch (error) {
    const kept = await cache.match(request);
    if (kept) return kept;
    throw error;
  }
}
