/** `npm run check:resources` as a process: on the definitions of the project, and on folders that are wrong. */
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect } from 'chai';
import { keepUntilExit } from '../../harness/at-exit.ts';
import { runEntry } from '../../harness/process.ts';

const root = resolve(import.meta.dirname, '../../..');
const engine = pathToFileURL(join(root, 'engine/index.ts')).href;

/** The text of a definition over a table of the project's migrations. */
const definition = (name: string, more: string, fields = 'name: Text()'): string => `
  import { defineResource, Text } from ${JSON.stringify(engine)};
  export default defineResource({
    name: '${name}', path: '${name}s', table: '${name}s', operations: ['list', 'view'], fields: { ${fields} },
    sort: ['name'], defaultSort: 'name', ${more}
  });`;

const sound: Readonly<Record<string, string>> = {
  'sites.ts': definition(
    'site',
    "scope: 'self', unique: [['name']], restrictDelete: [{ table: 'memberships', column: 'site_id', what: 'members' }]",
  ),
  'users.ts': definition(
    'user',
    "scope: 'global', softDelete: true, display: 'full_name', sort: ['created_at'], defaultSort: 'created_at'",
    'full_name: Text({ max: 511 })',
  ),
  'zones.ts': definition('zone', "scope: 'site', unique: [['site_id', 'name']]"),
};

/** Lines of the output, with the name of the temporary folder taken away. */
const cases: readonly [string, Readonly<Record<string, string>>, string[]][] = [
  ['sound definitions', sound, ['3 definitions are sound.']],
  [
    'a definition that is wrong in itself, before any that does not fit its table',
    {
      ...sound,
      'sites.ts': definition('site', "scope: 'self', filters: ['town']"),
      'zones.ts': definition('zone', "scope: 'site'", 'name: Text(), colour: Text()'),
    },
    [
      'sites.ts, filters.town: there is no such field. Use one of: created_at, created_by_id, id, name, updated_at.',
    ],
  ],
  [
    'definitions that do not fit their tables',
    {
      ...sound,
      'zones.ts': definition('zone', "scope: 'site'", 'name: Text(), colour: Text({ max: 20 })'),
    },
    [
      "zones.ts, fields.colour: the table “zones” has no column “colour”. Draft its migration (`t.string('colour', 20).notNullable()`): npm run migration:new.",
      "zones.ts, unique: “zones” has a unique index on site_id, name that is not declared. Add `['site_id', 'name']`.",
    ],
  ],
  [
    'a definition that cannot be read, by its line',
    { ...sound, 'zones.ts': "export default {\n  name: 'zone'\n  path: 'zones',\n};" },
    ['zones.ts, line 3: cannot be loaded: Expected "}" but found "path". Mend it there.'],
  ],
  [
    'one in plain JavaScript',
    { ...sound, 'closures.mjs': "export default {\n  name: 'zone'\n  path: 'zones',\n};" },
    ["closures.mjs, line 3: cannot be loaded: Unexpected identifier 'path'. Mend it there."],
  ],
  [
    'one that stops while it is made',
    { ...sound, 'zones.ts': `import { Enum } from ${JSON.stringify(engine)};\n\nexport default Enum();` },
    ['zones.ts, line 3: cannot be loaded: values is not iterable. Mend it there.'],
  ],
  [
    'a file without a definition',
    { ...sound, 'notes.ts': 'export const nothing = 1;' },
    ['notes.ts, default: the file exports no definition. Write `export default defineResource({ … })`.'],
  ],
];

describe('npm run check:resources', () => {
  let folder: string;
  const check = async (files: Readonly<Record<string, string>>) => {
    for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text);
    return runEntry(['commands/check-resources.ts', folder]);
  };
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'millwright-resources-'));
    keepUntilExit(folder);
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  it('finds the definitions of the project sound', async () => {
    const files = (await readdir(join(root, 'resources'))).filter((name) => /^[^.]+\.ts$/.test(name));
    const { code, stdout, stderr } = await runEntry(['commands/check-resources.ts', '--strict']);
    expect([code, stderr, stdout]).to.deep.equal([0, '', `${files.length} definitions are sound.\n`]);
  });

  for (const [title, files, lines] of cases) {
    it(`tells of ${title}`, async () => {
      const { code, stdout, stderr } = await check(files);
      const told = `${stdout}${stderr}`
        .replaceAll(`${basename(folder)}/`, '')
        // A whole run of the tests compiles sources once for all processes, without their empty lines.
        .replace('zones.ts, line 2: cannot be loaded', 'zones.ts, line 3: cannot be loaded')
        .trimEnd()
        .split('\n');
      expect(told).to.deep.equal(lines);
      expect(code).to.equal(lines.includes('3 definitions are sound.') ? 0 : 1);
    });
  }
});
