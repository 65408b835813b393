/**
 * The console's service worker: it stores the page and all of its files, in one version, so that the console opens offline. It
 * handles nothing else: requests to the API bypass it.
 */

/** Set by the service, before this script: another version is another script. All are paths of its host. */
declare const kept: {
  readonly version: string;
  /** Of the console's page. */
  readonly page: string;
  /** The files that it uses in every language. */
  readonly first: readonly string[];
  readonly files: readonly string[];
};
declare const self: ServiceWorkerGlobalScope;

/** Milliseconds after which a stored page replaces one that does not arrive. */
const patience = 4000;
/** Statuses of a proxy for an unreachable service. */
const away: readonly number[] = [502, 503, 504];

/** One origin may have several services, each below its own path. */
const own = `millwright ${kept.page} `;
const cacheName = own + kept.version;
const files = new Set(kept.files);

self.addEventListener('install', (event) => event.waitUntil(keepAll()));
// Pages of the previous version are closed by now.
self.addEventListener('activate', (event) => event.waitUntil(forgetOthers()));
self.addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== 'GET' || origin !== location.origin) return;
  if (request.mode === 'navigate' && `${pathname}/`.startsWith(`${kept.page}/`))
    event.respondWith(open(request));
  else if (files.has(pathname)) event.respondWith(keptOr(pathname, request));
});

/** @throws Error if the page is of another version: the browser retries when the console is opened next */
async function keepAll(): Promise<void> {
  const cache = await caches.open(cacheName);
  // Without cookies: it is stored for all users.
  const page = await fetch(kept.page, { credentials: 'omit', cache: 'no-cache' });
  const text = await page.clone().text();
  if (!page.ok || !kept.first.every((file) => text.includes(file)))
    throw new Error('The service has another version of the console.');
  // Files that a page requests at the same time come first.
  await cache.addAll(kept.files.map((file) => new Request(file, { priority: 'low' })));
  await cache.put(kept.page, page);
}

async function forgetOthers(): Promise<void> {
  const names = await caches.keys();
  const others = names.filter((name) => name.startsWith(own) && name !== cacheName);
  await Promise.all(others.map((name) => caches.delete(name)));
}

/** The page from the service; if that fails or takes too long, the stored one. */
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
