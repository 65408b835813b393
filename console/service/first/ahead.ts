/** Tells the service what a page requests first, so that the next visit to its address requests it together with the script. */

const secondsKept = 30 * 24 * 3600;
/** The maximum length of a cookie, including its name and its attributes. */
const mostLetters = 3000;

let isFirst = true;
/** The address that was opened: a list may have added the query of its first view since. */
const openedAt = `${globalThis.location?.pathname}${globalThis.location?.search}`;

/** @param path below the API, of the first answer that a page needs */
export function rememberFirst(path: string): void {
  if (!isFirst || !path.startsWith('/')) return;
  isFirst = false;
  const value = encodeURIComponent(`${openedAt} ${path}`);
  if (value.length > mostLetters) return;
  // biome-ignore lint/suspicious/noDocumentCookie: the API in its place is not there over plain http
  document.cookie = `millwright.ahead=${value}; path=${location.pathname}; max-age=${secondsKept}; samesite=lax`;
}
