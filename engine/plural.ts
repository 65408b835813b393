/** English plurals, for the names of resources and fields. */

/** `operator` → `operators`, `company` → `companies`, `box` → `boxes`. */
export function plural(one: string): string {
  if (/[^aeiou]y$/.test(one)) return `${one.slice(0, -1)}ies`;
  return /(?:s|x|z|ch|sh)$/.test(one) ? `${one}es` : `${one}s`;
}

/** `work-orders` → `work-order`, `companies` → `company`. Other words stay unchanged. */
export function singular(many: string): string {
  if (many.endsWith('ies')) return `${many.slice(0, -3)}y`;
  if (/(?:s|x|ch|sh)es$/.test(many)) return many.slice(0, -2);
  return many.endsWith('s') && !many.endsWith('ss') ? many.slice(0, -1) : many;
}

/** The name of a reference without its ids: `zone_id` → `zone`, `operator_ids` → `operators`. Other names stay unchanged. */
export function referredName(field: string): string {
  return field.endsWith('_ids') ? plural(field.slice(0, -'_ids'.length)) : field.replace(/_id$/, '');
}
