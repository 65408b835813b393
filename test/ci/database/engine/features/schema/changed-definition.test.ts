/** A definition that changes while its table holds rows: fields under other names, and fields that are required. */
import { expect } from 'chai';
import type { Knex } from 'knex';
import { countersOf, countMissing, uncounted } from '../../../../../../engine/counters/setup.ts';
import type { AnyDefinition } from '../../../../../../engine/definition/definition.ts';
import { BelongsTo, defineResource, Enum, EnumSet, Nullable, Text } from '../../../../../../engine/index.ts';
import { createTestDatabase, type TestDatabase } from '../../../../../harness/database.ts';
import { Drafts } from '../../../../../harness/drafts.ts';

const common = {
  name: 'gauge',
  path: 'gauges',
  table: 'gauges',
  scope: 'site',
  operations: ['list', 'view', 'create', 'update', 'delete'],
} as const;

const tagged = { table: 'gauge_tags', own: 'gauge_id', column: 'tag' } as const;

const first = defineResource({
  ...common,
  fields: {
    name: Text(),
    room_id: Nullable(BelongsTo('zones')),
    mood: Enum(['good', 'odd', 'bad'], { default: 'good' }),
    notes: Nullable(Text({ max: 60 })),
    unit: Text({ max: 10 }),
    tags: EnumSet({ ...tagged, values: ['old', 'new'] }),
  },
  filters: ['room_id', 'mood', 'tags'],
  search: ['name'],
  sort: ['name', 'mood', 'notes'],
  defaultSort: 'name',
  unique: [['site_id', 'name']],
});

const fields = {
  title: Text({ renamedFrom: 'name' }),
  zone_id: Nullable(BelongsTo('zones', { renamedFrom: 'room_id' })),
  state: Enum(['good', 'odd', 'bad'], { default: 'good', renamedFrom: 'mood' }),
  notes: Nullable(Text({ max: 60 })),
  unit: Text({ max: 10 }),
  tags: EnumSet({ ...tagged, values: ['old', 'new'] }),
};

const titled = {
  ...common,
  display: 'title',
  filters: ['zone_id', 'state', 'tags'],
  search: ['title'],
  sort: ['title', 'state', 'notes'],
  defaultSort: 'title',
  unique: [['site_id', 'title']],
} as const;

const renamed = defineResource({ ...titled, fields });

/** Two that are required and new. */
const stricter = {
  ...fields,
  maker_id: BelongsTo('companies'),
  code: Text({ max: 20 }),
};
const required = defineResource({ ...titled, fields: stricter });

describe('a definition that changes under its rows', () => {
  let drafts: Drafts;
  let database: TestDatabase;
  let knex: Knex;
  before(async () => {
    drafts = await Drafts.begin();
    database = await createTestDatabase('demo');
    knex = database.knex;
  });
  after(async () => {
    await drafts?.end();
    await database?.drop();
  });

  /** Drafts what a definition lacks, lets a person write into it, and runs it. */
  const change = async (definition: AnyDefinition, write = (source: string) => source) => {
    const draft = await drafts.draft([definition]);
    const run = await drafts.run(write(draft?.source ?? ''));
    const migration = await run(knex);
    expect(await drafts.lacks([definition])).to.deep.equal([]);
    return { migration, notes: draft?.notes ?? [] };
  };
  const count = async (definition: AnyDefinition) => {
    const models = countersOf(await drafts.registry([definition]));
    expect([...(await countMissing(knex, models)).values()]).to.deep.equal([]);
    expect(await uncounted(knex, models)).to.deep.equal([]);
  };
  const rows = async (...columns: string[]): Promise<unknown[]> =>
    (await knex('gauges').orderBy('id').select(columns)).map((row: object) => Object.values(row));
  const refusal = async (work: Promise<unknown>) =>
    work.then(
      () => 'taken',
      (error: Error) => error.message,
    );
  const row = (name: string, more: object) => ({
    ...{
      version: 1,
      site_id: 2,
      created_at: '2026-01-31 08:00:00.000',
      updated_at: '2026-01-31 08:00:00.000',
    },
    ...{ search_text: name.toLowerCase(), unit: 'A' },
    ...more,
  });

  it('begins with rows', async () => {
    await change(first);
    await count(first);
    const [zone] = await knex('zones').where({ site_id: 2 }).limit(1).pluck('id');
    const gauge = (name: string, mood: string, more = {}) =>
      row(name, { name, name_key: name.toLowerCase(), mood, ...more });
    await knex('gauges').insert([
      gauge('Ammeter', 'good', { room_id: zone, notes: 'new', notes_key: 'new' }),
      gauge('Voltmeter', 'odd', { room_id: null, notes: null, notes_key: null }),
    ]);
    const [one, two] = await knex('gauges').orderBy('id').pluck('id');
    await knex('gauge_tags').insert([
      { gauge_id: one, tag: 'old' },
      { gauge_id: two, tag: 'new' },
    ]);
  });

  it('keeps what is in columns under other names, with their orders, rules and counts, and takes that back', async () => {
    const { migration, notes } = await change(renamed);
    expect(notes).to.include('“name” of “gauges” becomes “title”.');
    expect(notes.join()).not.to.contain('No definition has');
    const expected = [
      ['Ammeter', 'ammeter', 'good', 0],
      ['Voltmeter', 'voltmeter', 'odd', 1],
    ];
    const now = () => rows('title', 'title_key', 'state', 'state_rank');
    expect(await now()).to.deep.equal(expected);
    const gauge = (title: string) => row(title, { title, title_key: title.toLowerCase(), state: 'bad' });
    await count(renamed);
    await knex('gauges').insert(gauge('Ohmmeter'));
    expect(await refusal(knex('gauges').insert(gauge('Ohmmeter')))).to.match(
      /gauges_site_id_title_unique|gauges\.site_id, gauges\.title/,
    );
    expect(await refusal(knex('gauges').insert({ ...gauge('X'), zone_id: 999_999 }))).to.match(
      /foreign key/i,
    );
    await knex('gauges').where({ title: 'Ohmmeter' }).delete();
    await knex.transaction(async (trx) => migration.down?.(trx));
    expect(await rows('name', 'name_key', 'mood', 'mood_rank')).to.deep.equal(expected);
    await count(first);
    await knex('gauges').update({ mood: 'good' });
    await knex('gauges').where({ name: 'Voltmeter' }).update({ mood: 'odd' });
    await knex.transaction(async (trx) => migration.up(trx));
    expect(await now()).to.deep.equal(expected);
    await count(renamed);
  });

  it('asks once what rows get that must have a value, and lets none be without one from then on', async () => {
    const draft = await drafts.draft([required]);
    const source = draft?.source ?? '';
    expect(source.match(/throw new Error/g)).to.have.lengthOf(2);
    const [maker] = await knex('companies').limit(1).pluck('id');
    const asked = source.replace(/^ *throw new Error\([\s\S]*?\);\n/gm, '');
    const answers: Record<string, string> = {
      maker_id: String(maker),
      code: "'C-1'",
    };
    const written = asked.replace(
      /\/\/ (await knex\([^\n]*update\(\{ (\w+): )… /g,
      (_, head, name) => `${head}${answers[name]} `,
    );
    expect(written).not.to.contain('…');
    // On a database of its own: there the draft as it is would ask once more.
    const unasked = asked.replace(/^ *\/\/ await knex.*\n/gm, '');
    const other = await Drafts.begin();
    for (const definition of [first, renamed])
      await other.run((await other.draft([definition]))?.source ?? '');
    const run = await other.run(unasked);
    expect(await refusal(run(knex))).to.match(/^“gauges” has \d+ rows? with nothing in “maker_id”/);
    await other.end();
    const { migration } = await change(required, () => written);
    expect(await rows('title', 'code', 'maker_id')).to.deep.equal([
      ['Ammeter', 'C-1', maker],
      ['Voltmeter', 'C-1', maker],
    ]);
    for (const column of ['code', 'maker_id']) {
      expect(await refusal(knex('gauges').update({ [column]: null })), column).to.match(
        /not null|cannot be null/i,
      );
    }
    expect(await refusal(knex('gauges').where({ code: 'C-1' }).update({ maker_id: 999_999 }))).to.match(
      /foreign key/i,
    );
    expect(await knex('gauge_tags')).to.have.lengthOf(2);
    await knex.transaction(async (trx) => migration.down?.(trx));
    await knex.transaction(async (trx) => migration.up(trx));
  });
});
