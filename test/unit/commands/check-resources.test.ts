/** `npm run check:resources` on folders that are sound and wrong. That it finds the project's own sound, words.test.ts sees. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect } from 'chai';
import { DefinitionError } from '../../../engine/check/subject.ts';
import { loadDefinitions } from '../../../engine/model/compile.ts';
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

type Case = readonly [title: string, files: Readonly<Record<string, string>>, lines: string[]];

/** Lines of the output, with the name of the temporary folder taken away. */
const compared: readonly Case[] = [
  ['sound definitions', sound, ['3 definitions are correct.']],
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
];

/** What is told of files before anything is compared. */
const unloadable: readonly Case[] = [
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
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'millwright-resources-'));
    keepUntilExit(folder);
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  const toldOf = (text: string) =>
    text
      .replaceAll(`${basename(folder)}/`, '')
      .trimEnd()
      .split('\n');
  const write = async (files: Readonly<Record<string, string>>) => {
    for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text);
  };

  for (const [title, files, lines] of compared) {
    it(`tells of ${title}`, async () => {
      await write(files);
      const { code, stdout, stderr } = await runEntry(['commands/check-resources.ts', folder]);
      expect(toldOf(`${stdout}${stderr}`)).to.deep.equal(lines);
      expect(code).to.equal(lines.includes('3 definitions are correct.') ? 0 : 1);
    });
  }

  for (const [title, files, lines] of unloadable) {
    it(`tells of ${title}`, async () => {
      await write(files);
      const error = await loadDefinitions(folder).catch((thrown: unknown) => thrown);
      expect(toldOf(error instanceof DefinitionError ? error.message : String(error))).to.deep.equal(lines);
    });
  }
});
