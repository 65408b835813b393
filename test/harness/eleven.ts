/** The resources that the service has managed from the first: what is promised of their descriptions is promised of them. */
const eleven = new Set([
  ...['site', 'zone', 'material', 'maintenance', 'incident', 'cleaning', 'item', 'item-movement'],
  ...['company', 'user', 'role'],
]);

/** Whether a resource is one of them, by its name. */
export function isOneOfEleven({ name }: { readonly name: string }): boolean {
  return eleven.has(name);
}
