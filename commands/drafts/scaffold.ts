/** The first lines of a new definition. */
import { hyphened } from '../../engine/check/subject.ts';
import { singular } from '../../engine/plural.ts';

/** A name that no resource can have. */
export class PathError extends Error {
  override readonly name = 'PathError';
}

/**
 * Source of a definition for a path such as `tools` or `work-orders`, with comments that lead on.
 *
 * @param face the module that definitions import
 * @param ending that of the file
 * @throws PathError for a name that is no path
 */
export function draftDefinition(path: string, face = '../engine/index.ts', ending = '.ts'): string {
  if (!hyphened.test(path)) {
    throw new PathError(
      `“${path}” is not a name for a resource. Give the plural in lower case with hyphens, e.g. npm run resource:new -- work-orders`,
    );
  }
  return `import { defineResource, Enum, Nullable, Text } from '${face}';

/** What these are, in a sentence. */
export default defineResource({
  name: '${singular(path)}', // The prefix of its permissions.
  path: '${path}',
  table: '${path.replaceAll('-', '_')}',
  scope: 'site', // Rows belong to a site; 'global' for rows that belong to none.
  operations: ['list', 'view', 'create', 'update', 'delete'],
  fields: {
    // More kinds: Integer, Decimal, Money, Minutes, Bool, Instant, DateOnly, BelongsTo, ManyToMany, CountOf, … in engine/definition/field.ts, number.ts and relation.ts
    name: Text(),
    description: Nullable(Text({ max: 1000 })),
    status: Enum(['open', 'done'], { default: 'open' }),
    // zone_id: Nullable(BelongsTo('zones')),
  },
  filters: ['status'],
  search: ['name', 'description'],
  sort: ['name', 'status', 'created_at'],
  defaultSort: 'name',
  unique: [['site_id', 'name']],
  // What is particular goes into \`hooks\`, typed by the fields above; see resources/zones.ts
});
${ending === '.ts' ? typed(path, face) : ''}`;
}

/** The declaration that gives the compiler the definition by its path. */
function typed(path: string, face: string): string {
  const own = `./${path}.ts`;
  return `
// What \`rows('${path}')\` gives in hooks is typed by this.
declare module '${face}' {
  interface Resources {
    ${/^\w+$/.test(path) ? path : `'${path}'`}: typeof import('${own}').default;
  }
}
`;
}
