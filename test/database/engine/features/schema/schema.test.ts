/** The migrations make the same schema on every database, keep values as they were written, and leave nothing behind. */
import { expect } from 'chai';
import type { Knex } from 'knex';
import { compareTables, compareWithSchema } from '../../../../../commands/schema/compare.ts';
import { describeFinding } from '../../../../../engine/check/subject.ts';
import { migrateDatabase } from '../../../../../engine/database/migrate.ts';
import { isSqlite } from '../../../../../engine/database/open.ts';
import { describeColumns, migratedSchema } from '../../../../../engine/features/schema/introspect.ts';
import { createRegistry } from '../../../../../service/project/registry.ts';
import { createTestDatabase } from '../../../../harness/database.ts';
import { unlessMysql } from '../../../../harness/only-on.ts';

/** Columns in order, `?` where null is allowed; the primary key; the sets of columns that are unique. */
interface Table {
  columns: string;
  primary: string;
  unique: string[];
}

const resource = 'id version created_at updated_at created_by_id?';

const expectedTables: Record<string, Table> = {
  idempotency_keys: {
    columns: 'id user_id site_id? key path method body_hash status? headers? body? created_at',
    primary: 'id',
    unique: ['user_id key'],
  },
  membership_roles: { columns: 'membership_id role_id', primary: 'membership_id role_id', unique: [] },
  key_checks: { columns: 'id digest created_at', primary: 'id', unique: [] },
  memberships: { columns: 'id user_id site_id', primary: 'id', unique: ['user_id site_id'] },
  notification_preferences: {
    columns: 'id user_id digest digest_time kinds',
    primary: 'id',
    unique: ['user_id'],
  },
  rate_limits: { columns: 'key points expire?', primary: 'key', unique: [] },
  sessions: {
    columns: 'id user_id? data remember ip? user_agent? created_at last_seen_at expires_at',
    primary: 'id',
    unique: [],
  },
  two_factor_recovery_codes: { columns: 'id user_id code_hash used_at?', primary: 'id', unique: [] },
  users: {
    columns: `${resource} username username_key email email_key first_name first_name_key last_name last_name_key full_name password_hash locale office_phone? cell_phone? current_site_id? two_factor_secret? two_factor_confirmed_at? last_login_at? deleted_at? two_factor_last_step? email_refusals notices_mailed_at? live? search_text`,
    primary: 'id',
    unique: ['email_key live', 'username live'],
  },
  task_leases: {
    columns: 'id name holder? due_at started_at? leased_until? succeeded_at? failures',
    primary: 'id',
    unique: ['name'],
  },
  seed_runs: { columns: 'id name ran_at', primary: 'id', unique: ['name'] },
  write_probes: { columns: 'id written_at', primary: 'id', unique: [] },
};

/** What goes, or is unlinked, with the row referred to; every other reference forbids its deletion. */
const expectedDeletions = [
  'membership_roles.membership_id CASCADE',
  'memberships.user_id CASCADE',
  'sessions.user_id CASCADE',
  'two_factor_recovery_codes.user_id CASCADE',
];

describe('schema', () => {
  let knex: Knex;
  let drop: () => Promise<void>;

  before(async () => {
    ({ knex, drop } = await createTestDatabase('blank'));
    await migrateDatabase(knex);
  });
  after(() => drop());

  it('has the expected tables, columns, nullability and unique sets', async () => {
    // Those without a definition, and that with columns of sign-in.
    expect(shipped(await readTables(knex))).to.deep.equal(expectedTables);
  });

  it('has the tables and indexes that definitions need, and no others', async () => {
    const registry = await createRegistry();
    const lacking = [
      ...compareTables(registry, await describeColumns(knex)),
      ...compareWithSchema(registry, await migratedSchema()),
    ];
    expect(lacking.map(describeFinding)).to.deep.equal([]);
  });

  it('deletes and unlinks only what it should', async () => {
    const keys = await readForeignKeys(knex);
    const own = keys.filter((key) => key.table in expectedTables);
    const deletions = own.filter((key) => !['NO ACTION', 'RESTRICT'].includes(key.onDelete));
    expect(deletions.map((key) => `${key.table}.${key.column} ${key.onDelete}`).sort()).to.deep.equal(
      expectedDeletions,
    );
  });

  it('has an index for every foreign key and none that is the beginning of another', async () => {
    const indexes = await readIndexes(knex);
    for (const key of await readForeignKeys(knex)) {
      const served = indexes.some((index) => index.table === key.table && index.columns[0] === key.column);
      expect(served, `an index on ${key.table}.${key.column}`).to.equal(true);
    }
    for (const index of indexes.filter((each) => !each.unique)) {
      const longer = indexes.filter(
        (each) =>
          each !== index &&
          each.table === index.table &&
          index.columns.every((column, place) => each.columns[place] === column),
      );
      expect(
        longer.map((each) => each.name),
        `${index.name} is contained in`,
      ).to.deep.equal([]);
    }
  });

  describe('keeps values', () => {
    const now = '2026-01-31 08:00:00.120';
    const stamps = { created_at: now, updated_at: now };
    const userTexts = [
      ...['username', 'email', 'first_name', 'last_name', 'full_name'],
      ...['username_key', 'email_key', 'first_name_key', 'last_name_key'],
    ];
    let serial = 0;

    /** Inserts a row of the table that has what the table requires, and answers the row as it is read back. */
    async function insert(
      table: string,
      values: Record<string, unknown> = {},
    ): Promise<Record<string, unknown>> {
      serial += 1;
      const [id] = await knex(table).insert({ ...stamps, ...minimal(table), search_text: '', ...values });
      return knex(table).where({ id }).first();
    }

    /** The required columns of a row; it belongs to the first site, zone, material and item. */
    function minimal(table: string): Record<string, unknown> {
      const name = `Name ${serial}`;
      const owned = { site_id: 1, name, material_id: 1 };
      const keyed = { name, name_key: name };
      const rows: Record<string, Record<string, unknown>> = {
        users: { ...fill(name, userTexts), password_hash: 'none', locale: 'en' },
        sites: keyed,
        zones: { ...keyed, site_id: 1, allow_material: true },
        materials: { ...keyed, site_id: 1, zone_id: 1, status: 'down', criticality: 'low' },
        maintenances: {
          ...owned,
          type: 'corrective',
          realization: 'internal',
          status: 'planned',
          priority: 'low',
        },
        incidents: { ...owned, severity: 'low', status: 'open', started_at: now },
        items: { ...keyed, site_id: 1, unit: 'piece', current_price: 0 },
        item_movements: {
          site_id: 1,
          item_id: 1,
          name,
          type: 'entry',
          ...fill(1, ['quantity', 'signed_quantity']),
          ...fill(0, ['unit_price', 'total_price']),
          moved_at: now,
        },
      };
      return rows[table] ?? {};
    }

    before(async () => {
      for (const table of ['users', 'sites', 'zones', 'materials', 'items']) {
        expect(await insert(table), table).to.include({ id: 1, version: 1 });
      }
    });

    it('moments and dates, to the letter', async () => {
      const moments = [
        now,
        '1999-12-31 23:59:59.999',
        '2024-02-29 00:00:00.000',
        // In the hours that daylight saving skips or repeats in Europe and America.
        '2026-03-29 02:30:00.500',
        '2026-03-08 02:30:00.007',
        '2026-10-25 02:30:00.010',
      ];
      for (const moment of moments) {
        const date = moment.slice(0, 10);
        const row = await insert('materials', { created_at: moment, in_service_date: date });
        expect(row).to.include({ created_at: moment, in_service_date: date });
      }
    });

    it('money beyond 32 bits', async () => {
      const row = await insert('materials', { purchase_price: 999_999_999_999_99 });
      expect(row).to.include({ purchase_price: 999_999_999_999_99 });
    });

    it('of text apart by case, in the order of code points', async () => {
      const names = ['B', 'Z', 'a', 'b', 'É', 'é', '中', '😀'];
      for (const name of names.toReversed()) await insert('sites', { name });
      expect(await knex('sites').whereIn('name', names).orderBy('name').pluck('name')).to.deep.equal(names);
    });

    it('apart where they must be unique, except null', async () => {
      await insert('users', { username: 'same', live: null });
      await insert('users', { username: 'same', live: null });
      await insert('users', { username: 'same' });
      expect(await refused(insert('users', { username: 'same' }))).to.equal(true);

      await insert('sites', { headquarters_slot: 1 });
      expect(await refused(insert('sites', { headquarters_slot: 1 }))).to.equal(true);
    });

    unlessMysql.it('of an incident whose maintenance is deleted, without the link', async () => {
      const { id: maintenance_id } = await insert('maintenances');
      const { id } = await insert('incidents', { maintenance_id });
      await knex('maintenances').where({ id: maintenance_id }).delete();
      expect(await knex('incidents').where({ id }).first()).to.include({ maintenance_id: null });
    });

    it('of rows that refer to their own table', async () => {
      expect(await insert('zones', { parent_id: 1 })).to.include({ parent_id: 1 });
      expect(await insert('users', { created_by_id: 1 })).to.include({ created_by_id: 1 });
      expect(await insert('item_movements', { reverses_id: 1 })).to.include({ reverses_id: 1 });
    });
  });

  describe('migrations', () => {
    it('go down, rows and all, leaving nothing behind, and up again', async () => {
      await knex.migrate.rollback(undefined, true);
      expect(await readTables(knex)).to.deep.equal({});
      await migrateDatabase(knex);
      expect(shipped(await readTables(knex))).to.deep.equal(expectedTables);
    });
  });
});

function shipped<T>(tables: Readonly<Record<string, T>>): Record<string, T> {
  return Object.fromEntries(Object.entries(tables).filter(([name]) => name in expectedTables));
}

/** An object that has the value under each of the keys. */
function fill(value: unknown, keys: string[]): Record<string, unknown> {
  return Object.fromEntries(keys.map((key) => [key, value]));
}

async function refused(write: Promise<unknown>): Promise<boolean> {
  return write.then(
    () => false,
    () => true,
  );
}

/** A column, index column or foreign key column as both databases are asked for it. */
interface ColumnRow {
  table: string;
  column: string;
  nullable: number;
}
interface IndexRow {
  table: string;
  name: string;
  unique: number;
  column: string;
}
interface KeyRow {
  table: string;
  column: string;
  onDelete: string;
}
interface Index {
  table: string;
  name: string;
  unique: boolean;
  columns: string[];
}

/** All tables but those of the migrator and of SQLite itself. */
async function readTables(knex: Knex): Promise<Record<string, Table>> {
  const columns = await select<ColumnRow>(knex, {
    sqlite: `select m.name as "table", c.name as "column", not c."notnull" as "nullable"
      from sqlite_master m join pragma_table_xinfo(m.name) c where m.type = 'table' order by c.cid`,
    mysql: `select table_name as \`table\`, column_name as \`column\`, is_nullable = 'YES' as \`nullable\`
      from information_schema.columns
      where table_schema = database() and extra not like '%INVISIBLE%' order by ordinal_position`,
  });
  const indexes = await readIndexes(knex);
  const tables: Record<string, Table> = {};
  for (const table of new Set(columns.map((column) => column.table))) {
    const unique = indexes.filter((index) => index.table === table && index.unique);
    const [primary, others] = [unique.filter(isPrimary), unique.filter((index) => !isPrimary(index))];
    tables[table] = {
      columns: columns
        .filter((column) => column.table === table)
        .map(({ column, nullable }) => (nullable ? `${column}?` : column))
        .join(' '),
      primary: primary.map((index) => index.columns.join(' ')).join(', '),
      unique: others.map((index) => index.columns.join(' ')).sort(),
    };
  }
  return tables;
}

function isPrimary(index: Index): boolean {
  return index.name === 'PRIMARY';
}

/** Every index with its columns in order; the primary key is named PRIMARY. */
async function readIndexes(knex: Knex): Promise<Index[]> {
  const rows = await select<IndexRow>(knex, {
    // An integer primary key is the table itself, not an index: it comes from the columns.
    sqlite: `select m.name as "table", case l.origin when 'pk' then 'PRIMARY' else l.name end as "name",
        l."unique" as "unique", i.name as "column", i.seqno as place
      from sqlite_master m join pragma_index_list(m.name) l join pragma_index_info(l.name) i where m.type = 'table'
      union all
      select m.name, 'PRIMARY', 1, c.name, 0
      from sqlite_master m join pragma_table_xinfo(m.name) c
      where m.type = 'table' and c.pk = 1
        and not exists (select 1 from pragma_index_list(m.name) l where l.origin = 'pk')
      order by 1, 2, place`,
    mysql: `select table_name as \`table\`, index_name as \`name\`, not non_unique as \`unique\`,
        column_name as \`column\`
      from information_schema.statistics where table_schema = database() order by table_name, index_name, seq_in_index`,
  });
  const indexes = new Map<string, Index>();
  for (const { table, name, unique, column } of rows) {
    const key = `${table}.${name}`;
    const index = indexes.get(key) ?? { table, name, unique: unique === 1, columns: [] };
    index.columns.push(column);
    indexes.set(key, index);
  }
  return [...indexes.values()];
}

async function readForeignKeys(knex: Knex): Promise<KeyRow[]> {
  return select<KeyRow>(knex, {
    sqlite: `select m.name as "table", f."from" as "column", f.on_delete as "onDelete"
      from sqlite_master m join pragma_foreign_key_list(m.name) f where m.type = 'table'`,
    mysql: `select k.table_name as \`table\`, k.column_name as \`column\`, r.delete_rule as \`onDelete\`
      from information_schema.key_column_usage k
      join information_schema.referential_constraints r
        on r.constraint_schema = k.constraint_schema and r.constraint_name = k.constraint_name
        and r.table_name = k.table_name
      where k.table_schema = database() and k.referenced_table_name is not null`,
  });
}

/** Runs the query of the database at hand and leaves out what belongs to the migrator and to SQLite. */
async function select<Row extends { table: string }>(
  knex: Knex,
  sql: { sqlite: string; mysql: string },
): Promise<Row[]> {
  const rows: Row[] = isSqlite(knex) ? await knex.raw(sql.sqlite) : (await knex.raw(sql.mysql))[0];
  return rows.filter((row) => !/^(knex|sqlite)_/.test(row.table));
}
