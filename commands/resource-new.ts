/** `npm run resource:new -- tools`: writes a short definition to begin with. */
import { mkdir, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { hyphened } from '../engine/check/subject.ts';
import { singular } from '../engine/plural.ts';
import { inWords } from '../service/project/command-words.ts';
import { faceOf, findProject } from '../service/project/project.ts';
import { printFailure } from '../service/start/command.ts';

/** A name that no resource can have. */
class PathError extends Error {
  override readonly name = 'PathError';
}

try {
  const project = await findProject();
  const [path = '', ...rest] = process.argv.slice(2);
  if (rest.length > 0) throw new PathError(`Give one name at a time, not ${[path, ...rest].join(' ')}.`);
  const source = draftDefinition(path, faceOf(project, 'definition', '../engine/index.ts'), project.ending);
  const [folder = ''] = project.resourceFolders;
  const file = join(folder, `${path}${project.ending}`);
  const name = project.folder === null ? `resources/${path}.ts` : relative(project.folder, file);
  await mkdir(folder, { recursive: true });
  // `wx`: never overwrites an existing definition.
  await writeFile(file, source, { flag: 'wx' }).catch((error: unknown) => {
    const exists = error instanceof Error && 'code' in error && error.code === 'EEXIST';
    throw exists ? new PathError(`${name} exists already.`) : error;
  });
  const commands = ['npm run migration:new', 'npm run check:resources', 'npm start'].map((one) =>
    inWords(one),
  );
  const [drafting = '', checking = '', starting = ''] = commands.map((one) => one.padEnd(longest(commands)));
  console.log(
    [
      `${name} is written. Then:`,
      '  1. Describe the resource in that file.',
      `  2. ${drafting}   writes the migration for its table. Read it.`,
      `  3. ${checking}   lists what is still missing, and the remedies.`,
      `  4. ${starting}   serves it, with its permissions and documentation (${inWords('npm run dev')} during development).`,
    ].join('\n'),
  );
} catch (error) {
  printFailure(error);
  process.exitCode = 1;
}

function longest(texts: readonly string[]): number {
  return Math.max(...texts.map(({ length }) => length));
}

/**
 * Source of a definition for a path such as `tools` or `work-orders`, with comments that lead on.
 *
 * @param face the module that definitions import
 * @param ending that of the file
 * @throws PathError for a name that is no path
 */
function draftDefinition(path: string, face = '../engine/index.ts', ending = '.ts'): string {
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
