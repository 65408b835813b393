/** Checks of definitions, migrations, tables and their counts. */
import { describeFinding } from '../../engine/check/report.ts';
import { type CounterModel, hasLists } from '../../engine/counters/counter.ts';
import { countersOf, uncounted } from '../../engine/counters/setup.ts';
import { highestId } from '../../engine/database/dialect/facts.ts';
import type { SchemaState } from '../../engine/database/migrate.ts';
import type { Database } from '../../engine/database/open.ts';
import type { Registry } from '../../engine/model/resource.ts';
import { describeColumns } from '../../engine/schema/introspect.ts';
import { findStrays } from '../../engine/schema/values.ts';
import { compareTables } from '../schema/compare.ts';
import { findWrongCounts } from '../stored/verify.ts';
import { count, type Diagnosis, fault, fine, warning } from './diagnosis.ts';

/** The rows of a larger table are not read, because that takes too long for a quick check. */
const maxRows = 1_000_000;
/** The maximum number of separate findings. */
const most = 10;

/**
 * @param isServer whether an operator runs migrations, and not the start
 * @param obstacles the reasons why this version cannot run on the schema of a later one
 */
export function checkMigrations(
  { pending, unknown }: SchemaState,
  isServer: boolean,
  obstacles: readonly string[],
): Diagnosis {
  if (unknown.length > 0) {
    const told = `The database has migrations that this version does not know: ${unknown.join(', ')}.`;
    if (pending.length === 0 && obstacles.length === 0)
      return warning('migrations', `${told} It can run on that.`, 'Upgrade this node too.');
    return fault(
      'migrations',
      obstacles.length === 0 ? told : `${told} It cannot run on that: ${obstacles.join('; ')}.`,
      'Use the version that made them, or restore a backup from before them.',
    );
  }
  if (pending.length === 0) return fine('migrations', 'All migrations of this version have run.');
  const told = `${count(pending.length, 'migration')} of this version ${pending.length === 1 ? 'is' : 'are'} pending: ${pending.join(', ')}.`;
  if (isServer)
    return fault('migrations', told, 'Make a backup, stop the service on every node, then: npm run migrate');
  return warning(
    'migrations',
    told,
    'Make a backup. The next start runs them, and keeps a copy of the database from before.',
  );
}

/**
 * Tables against definitions, and values of rows that definitions do not allow.
 * @param isLater whether a later version has changed them: extra columns and values are then correct
 */
export async function checkTables(
  database: Database,
  registry: Registry,
  isLater: boolean,
): Promise<Diagnosis[]> {
  const schema = await describeColumns(database);
  const lacking = compareTables(registry, schema);
  if (lacking.length > 0) {
    const todo =
      'npm run check:resources says whether the migrations lack it too. If they do not, the tables were changed by hand.';
    return lacking.slice(0, most).map((finding) => fault('tables', describeFinding(finding), todo));
  }
  const sound = fine('tables', `They have all that ${count(registry.size, 'definition')} need.`);
  if (isLater) return [sound];
  const large = await largeTables(
    database,
    [...registry.values()].map(({ table }) => table),
  );
  const small = new Map([...registry].filter(([, { table }]) => !large.includes(table)));
  const strays = [
    ...(await findStrays(database, small, schema, 'all')),
    ...(await findStrays(
      database,
      new Map([...registry].filter(([path]) => !small.has(path))),
      schema,
      'gone',
    )),
  ];
  const todo =
    'npm run migration:new drafts a migration that gives these rows another value. Or allow the value again.';
  return [
    sound,
    ...strays.slice(0, most).map((finding) => fault('values', describeFinding(finding), todo)),
    ...(strays.length === 0
      ? [fine('values', `Rows have the values that definitions allow.${leftOut(large)}`)]
      : []),
  ];
}

/** Totals of lists against the existing rows. */
export async function checkCounters(
  database: Database,
  registry: Registry,
  limit = maxRows,
): Promise<Diagnosis[]> {
  const models = countersOf(registry).filter(hasLists);
  const lacking = await uncounted(database, models);
  const kept = models.filter(({ path }) => !lacking.includes(path));
  const large = await largeTables(
    database,
    kept.map(({ table }) => table),
    limit,
  );
  const wrong: Diagnosis[] = [];
  for (const model of kept.filter(({ table }) => !large.includes(table)))
    wrong.push(...(await checkCounter(database, model)));
  if (wrong.length > 0) return wrong;
  return [
    fine(
      'counters',
      `Totals of ${count(kept.length - large.length, 'resource')} are those of their rows.${leftOut(large)}`,
    ),
  ];
}

async function checkCounter(database: Database, model: CounterModel): Promise<Diagnosis[]> {
  const lists = await findWrongCounts(database, model);
  const [first] = lists;
  if (!first) return [];
  const told = `Totals of ${model.path} are wrong in ${count(lists.length, 'list')}: ${first.list} says ${first.counted}, and there are ${first.rows}.`;
  return [fault('counters', told, 'npm run reindex counts all rows again, also while the service runs.')];
}

async function largeTables(
  database: Database,
  tables: readonly string[],
  limit = maxRows,
): Promise<string[]> {
  const large: string[] = [];
  for (const table of new Set(tables)) if ((await highestId(database, table)) > limit) large.push(table);
  return large;
}

function leftOut(tables: readonly string[]): string {
  return tables.length === 0 ? '' : ` Not read, because they are large: ${tables.join(', ')}.`;
}

/** Definitions that cannot be used, with their mistakes. */
export function checkDefinitions(error: unknown): Diagnosis[] {
  const todo = 'npm run check:resources lists mistakes in definitions, and the remedies.';
  if (error instanceof Error && 'findings' in error && Array.isArray(error.findings)) {
    return error.findings
      .slice(0, most)
      .map((finding) => fault('definitions', describeFinding(finding), todo));
  }
  return [fault('definitions', error instanceof Error ? error.message : String(error), todo)];
}
