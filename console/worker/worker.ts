/**
 * The console's service worker: it stores the page and all of its files, in one version, so that the console opens offline. It
 * handles no other request: those to the API bypass it. When the network is back, it wakes pages whose writes wait.
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
declare global {
  interface ServiceWorkerGlobalScopeEventMap {
    /** Background Sync: only some browsers have it. */
    readonly sync: ExtendableEvent & { readonly tag: string };
  }
}

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
// The network is back. Only pages send what waits: without one it is sent when one is opened.
self.addEventListener('sync', (event) => event.waitUntil(wakePages(event.tag)));
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

/** Tells the open pages of this console. */
async function wakePages(tag: string): Promise<void> {
  const pages = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
  for (const page of pages)
    if (`${new URL(page.url).pathname}/`.startsWith(`${kept.page}/`)) page.postMessage(tag);
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
