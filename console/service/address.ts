const page = globalThis.document?.documentElement.dataset ?? {};

/** What the service calls itself. */
export const serviceName = page.name ?? '';

/** Where the service lies that this page came from: at the root of its host, or below the path of a proxy. Tests have no page. */
const root = page.root ?? '';

/** The console's own pages begin here. */
export const consoleRoot = `${root}/console`;
export const apiRoot = `${root}/api/v1`;
/** Gives the cookie whose value every write has to carry. */
export const csrfAddress = `${root}/spa/csrf-cookie`;

/**
 * Where to send a request.
 * @param path below the API (`/materials/3`), or an address out of an answer: those are absolute (`APP_URL`), while this page
 *   may have been opened by another name of the same service
 */
export function addressOf(path: string): string {
  const start = path.indexOf('/api/v1/');
  return `${apiRoot}${start < 0 ? path : path.slice(start + '/api/v1'.length)}`;
}
