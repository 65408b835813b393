/** Pages with the name of the service. */

const references: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
};

/** A page with the service's name in place of each `{name}`, as text or in an attribute. */
export function namePage(html: string, name: string): string {
  const written = name.replace(/[&<>"]/g, (one) => references[one] ?? one);
  return html.replaceAll('{name}', () => written);
}
