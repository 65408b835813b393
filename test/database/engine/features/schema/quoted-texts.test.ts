/** Texts of definitions that mean something to TypeScript, SQL or Knex: each place where a draft writes them, migrated and used. */
import { expect } from 'chai';
import type { AnyDefinition } from '../../../../../engine/definition/definition.ts';
import { defineResource, Enum, EnumSet, Nullable, Text } from '../../../../../engine/index.ts';
import type { Field } from '../../../../../engine/kinds/field.ts';
import { createTestDatabase, type TestDatabase } from '../../../../harness/database.ts';
import { serveDefinitions } from '../../../../harness/definitions-folder.ts';
import { Drafts } from '../../../../harness/drafts.ts';

const words = [`o'clock`, 'really?', 'say "so"', `$\{x}`, ':id', 'a`b', `it''s`, '-- no', '%s'];
const [first = '', second = ''] = words;

const sayings = (ranks: readonly string[], more: Readonly<Record<string, Field>>): AnyDefinition =>
  defineResource({
    name: 'saying',
    path: 'sayings',
    table: 'sayings',
    scope: 'global',
    operations: ['list', 'view', 'create'],
    sort: ['name', 'ranked'],
    defaultSort: 'name',
    filters: ['plain'],
    fields: {
      name: Text({ default: words.join(' ') }),
      ranked: Enum(ranks, { default: ranks[0] ?? '' }),
      plain: Enum(words, { default: second }),
      several: EnumSet({
        ...{ table: 'saying_words', own: 'saying_id', column: 'word', values: words, default: words },
      }),
      ...more,
    },
    unique: [{ fields: ['name'], where: { plain: words.slice(1) } }],
  });

/** As it begins; then with further fields and a longer text. */
const stages: readonly (readonly AnyDefinition[])[] = [
  [sayings(words, { kind: Nullable(Text({ max: 100 })) })],
  [
    sayings(words, {
      kind: Nullable(Text({ max: 200 })),
      late: Text({ default: words.join(' ') }),
      chosen: Enum(words, { default: first }),
      long: Text({ max: 60_000, default: words.join(' ') }),
    }),
  ],
];

describe('texts of definitions', () => {
  let drafts: Drafts;
  let database: TestDatabase;
  before(async () => {
    drafts = await Drafts.begin();
    database = await createTestDatabase('demo');
  });
  after(async () => {
    await drafts?.end();
    await database?.drop();
  });

  it('stand in drafts as they are, and in the tables that these make', async () => {
    for (const [stage, definitions] of stages.entries()) {
      const draft = await drafts.draft(definitions);
      await (await drafts.run(draft?.source ?? ''))(database.knex);
      expect(await drafts.lacks(definitions), `stage ${stage}`).to.deep.equal([]);
      if (stage > 0) continue;
      for (const [at, word] of words.entries()) {
        const moment = '2026-01-31 08:00:00.000';
        const stamps = { version: 1, created_at: moment, updated_at: moment, plain: second };
        await database
          .knex('sayings')
          .insert({ ...stamps, name: `${at}`, name_key: `${at}`, ranked: word, kind: word });
      }
    }
    expect(await database.knex('sayings').orderBy('id').pluck('kind')).to.deep.equal(words);
  });

  it('are sorted, held unique and answered', async () => {
    const { service, end } = await serveDefinitions(database, stages.at(-1) ?? []);
    try {
      const admin = await service.signedIn('admin@demo.test');
      const made = await admin.post('/sayings', { ranked: second });
      expect(made.status, made.text).to.equal(201);
      expect(made.body.data).to.include({ name: words.join(' '), late: words.join(' '), plain: second });
      expect(made.body.data.several).to.have.members(words);
      expect((await admin.post('/sayings', { ranked: second })).status).to.equal(422);
      expect((await admin.post('/sayings', { ranked: second, plain: first })).status, 'unmarked').to.equal(
        201,
      );
      const { data } = (await admin.get('/sayings?sort=ranked&per_page=100')).body;
      const ranks = data.map(({ ranked }: { ranked: string }) => words.indexOf(ranked));
      expect(ranks).to.have.lengthOf(words.length + 2);
      expect(ranks).to.deep.equal(ranks.toSorted((one: number, other: number) => one - other));
    } finally {
      await end();
    }
  });
});
