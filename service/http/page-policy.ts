/** The policy of pages that are served from here (CSP 3): nothing from another host, nothing inline. */

/**
 * What a page of ours may load. `data:` is for small pictures that come within an answer or a style sheet,
 * `blob:` for those that a page has made itself: a photo before it is sent.
 * @param further what one page asks for beside, e.g. `trusted-types 'none'`
 */
export function pagePolicy(...further: string[]): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' data: blob:",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    ...further,
  ].join('; ');
}
