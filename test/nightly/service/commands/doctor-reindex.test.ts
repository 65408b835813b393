/** What `npm run reindex` mends is told by `npm run doctor` with that remedy, and is well afterwards. */
import { expect } from 'chai';
import { examine } from '../../../../commands/doctor/examine.ts';
import type { Diagnosis } from '../../../../commands/doctor/row.ts';
import { countersOf } from '../../../../engine/counters/setup.ts';
import { triggerSql } from '../../../../engine/counters/triggers.ts';
import { dialectOf } from '../../../../engine/database/query.ts';
import { migratedSchema } from '../../../../engine/features/schema/introspect.ts';
import { createRegistry } from '../../../../service/project/registry.ts';
import {
  createTestDatabase,
  databaseKind,
  type TestDatabase,
  testAppKey,
} from '../../../harness/database.ts';
import { runEntry } from '../../../harness/process.ts';

const checks = ['indexes', 'search texts', 'triggers', 'counters'];
/** Far beyond the rows that are read of a table. */
const farId = 5_000_000;

describe('what npm run reindex mends', () => {
  let database: TestDatabase;
  let told: Diagnosis[];

  const look = async (): Promise<Diagnosis[]> => {
    const diagnoses = await examine({
      environment: { DATABASE_URL: database.url, APP_KEY: testAppKey, PORT: '1' },
      settingsFile: '/no such folder/.env',
      loadRegistry: createRegistry,
      loadSchema: migratedSchema,
    });
    return diagnoses.filter(({ what }) => checks.includes(what));
  };
  const faults = (what: string, about = '') =>
    told.filter((each) => each.state === 'fault' && each.what === what && each.told.includes(about));

  /** In place of a trigger of counting one that does nothing; or none. */
  const breakTrigger = async (table: string, event: 'insert' | 'delete', isLeft: boolean) => {
    const { knex } = database;
    const model = countersOf(await createRegistry()).find((each) => each.table === table);
    const head =
      model && /^create trigger (`\w+`) .*? for each row/.exec(triggerSql(model, event, dialectOf(knex)));
    await knex.raw(`drop trigger ${head?.[1]}`);
    const nothing = 'delete from tallies where 1 = 0';
    if (isLeft) await knex.raw(dialectOf(knex).trigger.wrap(head?.[0] ?? '', null, nothing));
  };

  before(async () => {
    database = await createTestDatabase('demo');
    const { knex } = database;
    const [zone, other] = await knex('zones').orderBy('id').limit(2);
    await knex('zones').insert({ ...zone, id: farId, name: 'Far', name_key: '', search_text: 'near' });
    await knex('zones').where({ id: other.id }).update({ name_key: 'zzz' });
    const [material] = await knex('materials').orderBy('id').limit(1);
    await knex('materials').where({ id: material.id }).update({ search_text: '' });
    await breakTrigger('zones', 'delete', false);
    await breakTrigger('closures', 'insert', true);
    if (databaseKind === 'mysql') await knex.raw('drop index zones_search on zones');
    else {
      await knex.raw('drop table zones_search');
      await knex.raw('drop trigger closures_search_insert');
      await knex.raw('drop trigger materials_search_delete');
      await knex.raw('create trigger materials_search_delete after delete on materials begin select 1; end');
    }
    told = await look();
  });
  after(() => database?.drop());

  it('is told as a fault, each with that command', () => {
    const wrong = told.filter(({ state }) => state !== 'fine');
    expect(wrong.filter(({ todo }) => !/\bnpm run reindex\b/.test(todo ?? ''))).to.deep.equal([]);
    expect(new Set(wrong.map(({ state }) => state))).to.deep.equal(new Set(['fault']));
  });

  it('are search texts and sort keys, with the table and how many rows', () => {
    expect(faults('search texts').map((each) => each.told.split(' a search text')[0])).to.have.members([
      '2 rows of “zones”, of 20,000 rows at most that were read, have',
      '1 row of “materials” has',
    ]);
  });

  it('are triggers that count, gone or others than those of this version', () => {
    const [lost, ...more] = faults('triggers');
    expect(more).to.deep.equal([]);
    expect(lost?.told).to.match(
      /rows of (zones, closures|closures, zones) are missing, or of another version/,
    );
  });

  it('are indexes of searches, and the triggers that keep them in step', () => {
    const lost = faults('indexes').map((each) => /“\w+”/.exec(each.told)?.[0]);
    const embedded = databaseKind === 'sqlite' ? ['“closures”', '“materials”'] : [];
    expect(lost).to.have.members(['“zones”', ...embedded]);
    expect(faults('indexes', 'are not those of this version')).to.have.lengthOf(embedded.length / 2);
  });

  it('is well once that was run', async () => {
    const env = { DATABASE_URL: database.url, APP_KEY: testAppKey };
    const { code, stdout, stderr } = await runEntry(['commands/reindex.ts'], { env });
    expect([code, stderr]).to.deep.equal([0, '']);
    expect(stdout).to.contain('zones: 2 rows changed').and.to.contain('materials: 1 rows changed');
    told = await look();
    expect(told.filter(({ state }) => state !== 'fine')).to.deep.equal([]);
    const [copies] = told.filter(({ what }) => what === 'search texts');
    expect(copies?.told).to.match(/Of each of these large tables, at most 20,000 rows were read: zones\.$/);
    const far = database.knex('zones').where({ id: farId });
    expect(await far.clone().pluck('search_text')).to.deep.equal(['far']);
    // By a connection that was there before.
    await far.delete();
    expect((await look()).filter(({ state }) => state !== 'fine')).to.deep.equal([]);
  });
});
