/**
 * The console's service worker: it keeps the page and all of its files, of one version together, so that the console opens without a network. It
 * answers for nothing else: what the service says of rows goes past it.
 */

/** Set by the service, in front of this script: another version is another script. All are paths below its host. */
declare const kept: {
  readonly version: string;
  /** Of the console's page. */
  readonly page: string;
  /** The files that it names in every language. */
  readonly first: readonly string[];
  readonly files: readonly string[];
};
declare const self: ServiceWorkerGlobalScope;

/** Milliseconds after which a page that does not come is taken from here. */
const patience = 4000;
/** What a proxy says while the service behind it is away. */
const away: readonly number[] = [502, 503, 504];

/** One origin may have several services, each below a path of its own. */
const own = `millwright ${kept.page} `;
const cacheName = own + kept.version;
const files = new Set(kept.files);

self.addEventListener('install', (event) => event.waitUntil(keepAll()));
// Pages of the version before are closed by now.
self.addEventListener('activate', (event) => event.waitUntil(forgetOthers()));
self.addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== 'GET' || origin !== location.origin) return;
  if (request.mode === 'navigate' && `${pathname}/`.startsWith(`${kept.page}/`))
    event.respondWith(open(request));
  else if (files.has(pathname)) event.respondWith(keptOr(pathname, request));
});

/** @throws Error where the page is that of another version: the browser tries again when the console is opened next */
async function keepAll(): Promise<void> {
  const cache = await caches.open(cacheName);
  // Without cookies: it is kept for whoever opens it.
  const page = await fetch(kept.page, { credentials: 'omit', cache: 'no-cache' });
  const text = await page.clone().text();
  if (!page.ok || !kept.first.every((file) => text.includes(file)))
    throw new Error('The service has another version of the console.');
  // What a page asks for at the same time comes first.
  await cache.addAll(kept.files.map((file) => new Request(file, { priority: 'low' })));
  await cache.put(kept.page, page);
}

async function forgetOthers(): Promise<void> {
  const names = await caches.keys();
  const others = names.filter((name) => name.startsWith(own) && name !== cacheName);
  await Promise.all(others.map((name) => caches.delete(name)));
}

/** The page as the service has it, else as it is kept: then, too, where the service takes too long. */
async function open(request: Request): Promise<Response> {
  const page = await caches.match(kept.page, { cacheName });
  if (!page) return fetch(request);
  const late = new Promise<Response>((resolve) => setTimeout(() => resolve(page), patience));
  try {
    const answer = await Promise.race([fetch(request), late]);
    return away.includes(answer.status) ? page : answer;
  } catch {
    return page;
  }
}

async function keptOr(path: string, request: Request): Promise<Response> {
  return (await caches.match(path, { cacheName })) ?? fetch(request);
}
