/** English plurals, as far as names of resources and fields need them. */

/** `operator` → `operators`, `company` → `companies`, `box` → `boxes`. */
export function plural(one: string): string {
  if (/[^aeiou]y$/.test(one)) return `${one.slice(0, -1)}ies`;
  return /(?:s|x|z|ch|sh)$/.test(one) ? `${one}es` : `${one}s`;
}

/** `work-orders` → `work-order`, `companies` → `company`; what is no plural stays as it is. */
export function singular(many: string): string {
  if (many.endsWith('ies')) return `${many.slice(0, -3)}y`;
  if (/(?:s|x|ch|sh)es$/.test(many)) return many.slice(0, -2);
  return many.endsWith('s') && !many.endsWith('ss') ? many.slice(0, -1) : many;
}

/** What a reference is called without its ids: `zone_id` → `zone`, `operator_ids` → `operators`; other names as they are. */
export function referredName(field: string): string {
  return field.endsWith('_ids') ? plural(field.slice(0, -'_ids'.length)) : field.replace(/_id$/, '');
}
