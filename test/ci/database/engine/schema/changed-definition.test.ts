/** A definition that changes while its table holds rows: fields under other names, values that are required, values that go. */
import { expect } from 'chai';
import type { Knex } from 'knex';
import type { WhereRowsGo } from '../../../../../commands/drafts/draft.ts';
import { askWhereRowsGo } from '../../../../../commands/drafts/where-rows-go.ts';
import { countersOf, countMissing, uncounted } from '../../../../../engine/counters/setup.ts';
import type { AnyDefinition } from '../../../../../engine/definition/definition.ts';
import { BelongsTo, defineResource, Enum, EnumSet, Nullable, Text } from '../../../../../engine/index.ts';
import { createTestDatabase, type TestDatabase } from '../../../../harness/database.ts';
import { Drafts } from '../../../../harness/drafts.ts';

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

/** Two that are required and new, two that may be null no longer, and one that may be now. */
const stricter = {
  ...fields,
  zone_id: BelongsTo('zones'),
  notes: Text({ max: 60 }),
  unit: Nullable(Text({ max: 10 })),
  maker_id: BelongsTo('companies'),
  code: Text({ max: 20 }),
};
const required = defineResource({ ...titled, fields: stricter });

const shorter = defineResource({
  ...titled,
  fields: {
    ...stricter,
    state: Enum(['good', 'bad'], { default: 'good' }),
    tags: EnumSet({ ...tagged, values: ['new'] }),
  },
});

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
  const change = async (
    definition: AnyDefinition,
    write = (source: string) => source,
    whereRowsGo?: WhereRowsGo,
  ) => {
    const draft = await drafts.draft([definition], whereRowsGo);
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
    expect(draft?.notes.join('\n')).to.match(/“notes” of “gauges” is now required/);
    const [zone] = await knex('zones').where({ site_id: 2 }).limit(1).pluck('id');
    const [maker] = await knex('companies').limit(1).pluck('id');
    const asked = source.replace(/^ *throw new Error\([\s\S]*?\);\n/gm, '');
    const answers: Record<string, string> = {
      maker_id: String(maker),
      code: "'C-1'",
      zone_id: String(zone),
      notes: "'none'",
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
    expect(await refusal(run(knex))).to.match(
      /^“gauges” has \d+ rows? with nothing in “(?:maker_id|zone_id)”, which is required/,
    );
    await other.end();
    const { migration } = await change(required, () => written);
    expect(await rows('title', 'code', 'notes', 'zone_id', 'maker_id')).to.deep.equal([
      ['Ammeter', 'C-1', 'new', zone, maker],
      ['Voltmeter', 'C-1', 'none', zone, maker],
    ]);
    for (const column of ['code', 'notes', 'zone_id', 'maker_id']) {
      expect(await refusal(knex('gauges').update({ [column]: null })), column).to.match(
        /not null|cannot be null/i,
      );
    }
    expect(await refusal(knex('gauges').where({ code: 'C-1' }).update({ maker_id: 999_999 }))).to.match(
      /foreign key/i,
    );
    await knex('gauges').update({ unit: null });
    await knex('gauges').update({ unit: 'V' });
    expect(await knex('gauge_tags')).to.have.lengthOf(2);
    await knex.transaction(async (trx) => migration.down?.(trx));
    await knex('gauges').update({ notes: null });
    await knex('gauges').update({ notes: 'again' });
    await knex.transaction(async (trx) => migration.up(trx));
  });

  it('stops if no new value is given for rows whose value is removed', async () => {
    const { source = '', notes = [] } = (await drafts.draft([shorter])) ?? {};
    expect(notes).to.have.lengthOf(2);
    expect(source).to.include("// await knex('gauges').where({ state: 'odd' }).update({ state: '…' });");
    expect(await refusal(drafts.run(source))).to.match(
      /^“gauges” may have “odd” in “state”, which is no longer a value/,
    );
  });

  it('asks where rows go whose value is taken out, of an enumeration and of a set of words', async () => {
    const asked: string[] = [];
    const answers = ['gone', 'bad', '-'];
    const whereRowsGo = await askWhereRowsGo(await drafts.gone([shorter]), async (question) => {
      asked.push(question);
      return answers.shift() ?? '';
    });
    expect(asked).to.deep.equal([
      'Rows of “gauges” may have “odd” in “state”, which is no longer a value. What is their new value? Give one of: good, bad. Give nothing to write it into the migration later.',
      'There is no “gone”. Give one of: good, bad. Give nothing to write it into the migration later.',
      'Rows of “gauge_tags” may have “old” in “tag”, which is no longer a value. What is their new value? Give one of: - (to nothing). Give nothing to write it into the migration later.',
    ]);
    const { notes } = await change(shorter, (source) => source, whereRowsGo);
    expect(notes).to.include('The migration changes rows of “gauges” with “odd” in “state”: they get “bad”.');
    expect(await rows('title', 'state', 'state_rank')).to.deep.equal([
      ['Ammeter', 'good', 0],
      ['Voltmeter', 'bad', 1],
    ]);
    expect((await knex('gauge_tags')).map(({ tag }: { tag: string }) => tag)).to.deep.equal(['new']);
    await count(shorter);
    expect(await drafts.draft([shorter])).to.equal(null);
  });
});
