/** The references within a document. */

/** Every reference in a part, and in what it refers to: `#/components/KIND/NAME`. */
export function refsIn(from: unknown, components: Readonly<Record<string, unknown>>): Set<string> {
  const named = new Set<string>();
  const walk = (node: unknown): void => {
    if (typeof node !== 'object' || node === null) return;
    for (const [key, part] of Object.entries(node)) {
      if (key !== '$ref' || typeof part !== 'string') walk(part);
      else if (!named.has(part)) {
        named.add(part);
        walk(partAt(components, part));
      }
    }
  };
  walk(from);
  return named;
}

function partAt(components: Readonly<Record<string, unknown>>, ref: string): unknown {
  const [, , kind = '', name = ''] = ref.split('/');
  const all = components[kind];
  return typeof all === 'object' && all !== null ? Reflect.get(all, name) : undefined;
}
