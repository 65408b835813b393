/** The definitions of docs/authors.md: they compile, are sound, are migrated by their draft, and do what their requests say. */
import { execFile } from 'node:child_process';
import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { expect } from 'chai';
import { countersOf, countMissing } from '../../../../engine/counters/setup.ts';
import * as face from '../../../../engine/index.ts';
import { loadDefinitions } from '../../../../engine/model/compile.ts';
import { createTestDatabase, type TestDatabase } from '../../../harness/database.ts';
import { copyDefinitions } from '../../../harness/definitions-copy.ts';
import { Drafts } from '../../../harness/drafts.ts';
import { onlyOn } from '../../../harness/only-on.ts';
import { type Service, startService } from '../../../harness/service.ts';

const root = resolve(import.meta.dirname, '../../../..');
const read = (file: string) => readFile(join(root, file), 'utf8');

interface Example {
  readonly file: string;
  readonly source: string;
}

describe('the examples for authors of resources', () => {
  let page: string;
  let examples: Example[];
  let folder: string;
  let drafts: Drafts;
  let database: TestDatabase;
  let service: Service | undefined;
  before(async () => {
    page = await read('docs/authors.md');
    examples = [...page.matchAll(/^```ts\n\/\/ resources\/(\S+)\n([\s\S]*?)^```$/gm)].map(
      ([, file = '', source = '']) => ({ file, source }),
    );
    folder = await copyDefinitions();
    for (const { file, source } of examples) await writeFile(join(folder, file), source);
    drafts = await Drafts.begin();
    database = await createTestDatabase('demo');
  });
  after(async () => {
    await service?.stop();
    await database?.drop();
    await drafts?.end();
    if (folder) await rm(folder, { recursive: true, force: true });
  });

  it('use everything that definitions can import', async () => {
    const index = await read('engine/index.ts');
    const lists = [...index.matchAll(/^export (?:type )?\{([^}]+)\}/gm)].flatMap(([, list = '']) =>
      list.split(','),
    );
    const named = lists.map((name) => name.trim().replace(/^type /, '')).filter((name) => name !== '');
    const options = await Promise.all(
      [...index.matchAll(/^export \* from '\.\/(\S+)'/gm)].map(async ([, file]) => read(`engine/${file}`)),
    );
    const types = options.flatMap((text) =>
      [...text.matchAll(/^export (?:interface|type) (\w+)/gm)].map(([, name = '']) => name),
    );
    // What a project has beside resources is on the page for builders. Files are in a resource of ours, which the page names.
    const others = await Promise.all(['docs/building.md', 'resources/attachments.ts'].map(read));
    const used = [...examples.map(({ source }) => source), ...others].join('\n');
    const functions = new Set([...Object.keys(face), ...named]);
    expect(functions.size).to.be.above(50);
    expect(
      [...functions].filter(
        (name) => !new RegExp(`\\b${name}\\b`).test(used.replace(/^import[\s\S]*?from/gm, '')),
      ),
    ).to.deep.equal([]);
    // What the fields are given stands in their table.
    const optional = new Set([...types, ...(await scalars())]);
    expect(optional.size).to.be.above(8);
    const missing = [...optional].filter((name) => name.endsWith('Options') && !page.includes(name));
    expect(missing.filter((name) => !ofRelations.includes(name))).to.deep.equal([]);
  });

  it('say every key of a definition, and every hook', async () => {
    const keysOf = async (file: string, name: string) => {
      const text = await read(`engine/definition/${file}`);
      const [, body = ''] =
        new RegExp(`^(?:export )?interface ${name}<[\\s\\S]*?\\{\n([\\s\\S]*?)^\\}`, 'm').exec(text) ?? [];
      return [...body.matchAll(/^ {2}(?:readonly )?(\w+)\??[:(]/gm)].map(([, key = '']) => key);
    };
    const keys = [
      ...(await keysOf('definition.ts', 'Definition')),
      ...(await keysOf('rule.ts', 'Declarations')),
      ...(await keysOf('hooks.ts', 'Hooks')),
    ];
    expect(keys).to.have.length.above(35).and.to.include.members(['softDelete', 'stamps', 'beforeLock']);
    const code = examples.map(({ source }) => source).join('\n');
    const said = (key: string) => new RegExp(`\\b${key}\\b[:(]`).test(code) || page.includes(`\`${key}\``);
    expect(keys.filter((key) => !said(key))).to.deep.equal([]);
  });

  it('tell in a sentence what does not speak for itself, with an example that is one of these or of ours', async () => {
    const rows = [...page.matchAll(/^\| `([^`]+)` \| ([A-Z][^|]+\.) \| ([^|]*`[^|]+) \|$/gm)];
    const told = new Map(rows.map(([, name = '', , example = '']) => [name.replace(/:.*/, ''), example]));
    const code = examples.map(({ source }) => source).join('\n');
    for (const name of ['exclusive', 'matching', 'offer', 'alternative', 'displayFrom', 'scope']) {
      expect(told.get(name), name).to.be.a('string');
      const ours = await read('resources/users.ts');
      expect(`${code}${ours}`, name).to.match(new RegExp(`\\b${name}: .`));
    }
    expect(await read('resources/users.ts')).to.include(
      "scope: { members: { table: 'memberships', key: 'user_id' } }",
    );
  });

  /** Told by the functions that take them. */
  const ofRelations = [
    'ReferenceOptions',
    'PairOptions',
    'AggregateOptions',
    'PairCountOptions',
    'NestedOptions',
    'RowIdsOptions',
  ];
  const scalars = async () => {
    const files = await readdir(join(root, 'engine/kinds/scalars'));
    const sources = await Promise.all(files.map((file) => read(`engine/kinds/scalars/${file}`)));
    return sources.flatMap((text) =>
      [...text.matchAll(/^(?:export )?interface (\w+)/gm)].map(([, name = '']) => name),
    );
  };

  /** Parts of definitions, `fields` and `view`, that other pages show. */
  const partsOf = async (file: string): Promise<string[]> => {
    const parts = [...(await read(file)).matchAll(/^```ts\n( *(?:fields|view): [\s\S]*?)^```$/gm)];
    return parts.map(([, part = '']) => {
      const used = Object.keys(face).filter((name) => new RegExp(`\\b${name}\\b`).test(part));
      return [
        `import { ${used.join(', ')} } from '../engine/index.ts';`,
        "import type { Fields } from '../engine/definition/types.ts';",
        "import type { View } from '../engine/definition/view.ts';",
        'export const part: { fields?: Fields; view?: View<Fields, string, string, string> } = {',
        `${part}};`,
      ].join('\n');
    });
  };

  onlyOn('sqlite', 'it asks no database').it('compile, those of other pages too', async () => {
    const parts = (await Promise.all(['docs/console.md', 'docs/metadata.md'].map(partsOf))).flat();
    expect(parts).to.have.lengthOf(3);
    const names = parts.map((_, index) => `part-${index}.ts`);
    for (const [index, part] of parts.entries()) await writeFile(join(folder, names[index] ?? ''), part);
    const settings = {
      extends: '../tsconfig.json',
      compilerOptions: { noEmit: true },
      include: [...examples.map(({ file }) => file), ...names],
    };
    await writeFile(join(folder, 'tsconfig.json'), JSON.stringify(settings));
    const tsc = join(root, 'node_modules/.bin/tsc');
    const { stdout } = await promisify(execFile)(tsc, ['--project', folder], { cwd: root }).catch(
      (error) => error,
    );
    for (const name of names) await rm(join(folder, name));
    expect(stdout).to.equal('');
  });

  it('are sound, and migrated by the draft that is made for them', async () => {
    expect(examples.map(({ file }) => file)).to.deep.equal([
      'shelves.ts',
      'tools.ts',
      'loans.ts',
      'kits.ts',
      'memos.ts',
      'alerts.ts',
    ]);
    const own = new Set(examples.map(({ file }) => file));
    const loaded = await loadDefinitions(folder);
    const definitions = loaded
      .filter(({ file }) => own.has(basename(file)))
      .map(({ definition }) => definition);
    expect(definitions).to.have.lengthOf(6);
    const draft = await drafts.draft(definitions);
    const run = await drafts.run(draft?.source ?? '');
    expect(await drafts.lacks(definitions)).to.deep.equal([]);
    await run(database.knex);
    const refused = await countMissing(database.knex, countersOf(await drafts.registry(definitions)));
    expect([...refused]).to.deep.equal([]);
  });

  it('answer their requests', async () => {
    service = await startService({ database, resources: folder });
    const client = await service.signedIn('admin@demo.test');
    const requests = [...page.matchAll(/^```http\n([\s\S]*?)^```$/gm)].flatMap(([, text = '']) => [
      ...text.matchAll(/^(POST|PATCH|GET|DELETE) (\S+)\n(?:(\{.*\})\n)?(\d{3})$/gm),
    ]);
    expect(requests).to.have.length.above(10);
    for (const [, method = '', path = '', body, status] of requests) {
      const sent = body === undefined ? undefined : JSON.parse(body);
      const reply = await client.send(method, path, sent);
      expect(`${method} ${path} ${reply.status} ${reply.text}`).to.match(
        new RegExp(`^${method} \\S+ ${status} `),
      );
    }
    const { body } = await client.get('/tools/1?fields=pieces,history,fees,size,worth');
    expect(body.data).to.deep.equal({
      pieces: 2,
      history: ['Ann'],
      fees: 2.5,
      size: 'small set',
      worth: 37.5,
    });
    const back = { name: 'Cleo', tool_id: 1, fee: 4, returned_on: '2026-02-03' };
    expect((await client.post('/loans', back)).status).to.equal(201);
    const months = await client.get('/tools/returns?from=2026-01-15&until=2026-04-01');
    expect(months.body.data).to.deep.equal([
      { value: '2026-01-15', label: '2026-01', loans: 0, income: 0, share: 0, place: 2 },
      { value: '2026-02-01', label: '2026-02', loans: 1, income: 4, share: 1, place: 1 },
      { value: '2026-03-01', label: '2026-03', loans: 0, income: 0, share: 0, place: 3 },
    ]);
    const told = (await client.get('/reports')).body.data.filter(
      ({ resource }: { resource: string }) => resource === 'tools',
    );
    expect(
      told.map(({ name, charts }: { name: string; charts: readonly unknown[] }) => [name, charts]),
    ).to.deep.equal([
      ['newest', []],
      ['returns', [{ title: 'Income by month', draw: 'columns', y: ['income'], input: { by: 'month' } }]],
    ]);
  });

  it('hide a person’s own rows from others, and delete them with the person', async () => {
    const admin = await service?.signedIn('admin@demo.test');
    const viewer = await service?.signedIn('viewer@demo.test');
    if (!admin || !viewer) throw new Error('There is no service.');
    const { body } = await viewer.post('/memos', { name: 'Mine', site_id: 3 });
    for (const [who, status] of [
      [viewer, 200],
      [admin, 404],
    ] as const)
      expect((await who.get(`/memos/${body.data.id}`)).status).to.equal(status);
    expect((await viewer.post('/memos', { name: 'Elsewhere', site_id: 2 })).body.errors).to.have.keys(
      'site_id',
    );
    const { data } = (await viewer.get('/user')).body;
    expect((await admin.delete(`/users/${data.id}`)).status).to.equal(204);
    expect(await database.knex('memos').where({ user_id: data.id })).to.deep.equal([]);
    expect(await database.knex('memos')).to.have.lengthOf(1);
  });
});
