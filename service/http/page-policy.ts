/** The content security policy of our pages (CSP 3): nothing from other hosts, nothing inline. */

/**
 * What our pages may load. `data:` is for small pictures within an answer or a style sheet, `blob:` for those that a page has
 * made itself: a photo before it is sent.
 * @param further additional directives of a page, e.g. `trusted-types 'none'`
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
