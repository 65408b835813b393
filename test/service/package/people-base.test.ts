/** The tables of a project on `people` are those that the whole history makes of them. */
import { join } from 'node:path';
import { expect } from 'chai';
import type { Knex } from 'knex';
import { migrateDatabase } from '../../../engine/database/migrate.ts';
import { Migrations } from '../../../engine/database/scripts/migrations.ts';
import { createTestDatabase, databaseKind, type TestDatabase } from '../../harness/database.ts';
import { schemaText } from '../../harness/mortal-database.ts';

const folder = join(import.meta.dirname, '../../../migrations/people');

/** By name; the order of lines tells when an index was made, and nothing else. */
async function schemaOf(knex: Knex): Promise<Record<string, string[]>> {
  const lines = (text: string) => text.split('\n').map((line) => line.replace(/,$/, ''));
  const made = Object.entries(await schemaText(knex));
  return Object.fromEntries(made.map(([name, text]) => [name, lines(text).sort()]));
}

describe('the base of a project', () => {
  let whole: TestDatabase;
  let people: TestDatabase;
  before(async () => {
    [whole, people] = [await createTestDatabase('blank'), await createTestDatabase('blank')];
    await migrateDatabase(whole.knex);
    await people.knex.migrate.latest({ migrationSource: new Migrations([folder]) });
  });
  after(async () => {
    await whole?.drop();
    await people?.drop();
  });

  it('has the tables of people as the whole service has them, and no others', async () => {
    const [all, some] = [await schemaOf(whole.knex), await schemaOf(people.knex)];
    const tables = Object.keys(some);
    expect(tables).to.include.members(['users', 'sites', 'roles', 'activities', 'sessions', 'task_leases']);
    expect(tables.filter((name) => /^(?:materials|zones|items)\b/.test(name))).to.deep.equal([]);
    for (const [name, lines] of Object.entries(some)) expect(lines, name).to.deep.equal(all[name]);
    if (databaseKind === 'sqlite') {
      const own = (name: string) => tables.some((one) => name.startsWith(`${one}_`)) && !(name in some);
      expect(Object.keys(all).filter(own), 'indexes and triggers that are missing').to.deep.equal([]);
    }
  });

  it('goes back as it came', async () => {
    await people.knex.migrate.rollback({ migrationSource: new Migrations([folder]) }, true);
    const left = Object.keys(await schemaText(people.knex)).filter((name) => !/^(?:knex|sqlite)_/.test(name));
    expect(left).to.deep.equal([]);
  });
});
