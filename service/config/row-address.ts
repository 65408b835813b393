/** Addresses of rows in the console, for printed codes and links in mails. */

/** @param path of the row's resource */
export const rowAddress = (appUrl: string, path: string, id: number | string): string =>
  `${appUrl}/console/${path}/${id}`;

/** The row whose page has this address, if it is one of the console; `hosts` are the names of the service. */
export function rowAt(address: string, hosts: readonly string[]): { path: string; id: number } | null {
  const url = URL.canParse(address) ? new URL(address) : null;
  // A code of capitals alone is smaller: labels have the address like that.
  const [, path, id] =
    /\/console\/([a-z0-9-]+)\/([1-9]\d{0,9})$/.exec(url?.pathname.toLowerCase() ?? '') ?? [];
  return url && hosts.includes(url.host) && path && id ? { path, id: Number(id) } : null;
}
