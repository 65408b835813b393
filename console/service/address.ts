const page = globalThis.document?.documentElement.dataset ?? {};

/** The name of the service. */
export const serviceName = page.name ?? '';

/** The name of the cookie with the CSRF token. */
export const tokenCookie = page.token ?? '';

/** The base path of the service: empty, or the path of a proxy. Tests have no page. */
const root = page.root ?? '';

/** The base path of the console's pages. */
export const consoleRoot = `${root}/console`;
export const apiRoot = `${root}/api/v1`;
/** Sets the cookie whose value every write must send. */
export const csrfAddress = `${root}/spa/csrf-cookie`;

/**
 * The address of a request.
 * @param path below the API (`/materials/3`), or an address from an answer: those are absolute (`APP_URL`), while this page
 *   may have been opened by another name of the same service
 */
export function addressOf(path: string): string {
  const start = path.indexOf('/api/v1/');
  return `${apiRoot}${start < 0 ? path : path.slice(start + '/api/v1'.length)}`;
}
