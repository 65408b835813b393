/** Rows about tables: columns, values, indexes, and what is derived from rows. */
import { describeFinding } from '../../engine/check/subject.ts';
import { hasLists } from '../../engine/counters/counter.ts';
import { countersOf, lostTriggers, uncounted } from '../../engine/counters/setup.ts';
import { highestId } from '../../engine/database/dialect/facts.ts';
import { writtenNodes } from '../../engine/database/mysql/nodes.ts';
import { type Database, isSqlite } from '../../engine/database/open.ts';
import { describeColumns, describeIndexes } from '../../engine/features/schema/introspect.ts';
import { findStrays } from '../../engine/features/schema/values.ts';
import { compareTables } from '../schema/compare.ts';
import { countStale } from '../stored/reindex.ts';
import { findWrongCounts } from '../stored/verify.ts';
import { explainRefusal } from './database.ts';
import { judgeIndexes } from './indexes.ts';
import { count, fault, listed, type Row, row, warning } from './row.ts';

/** The rows of a larger table are not read, because that takes too long for a quick check. */
const maxRows = 1_000_000;
/** So many rows of a table are read for search texts, spread over all of it. */
const maxTexts = 20_000;
/** The maximum number of separate findings. */
const most = 10;

const leftOut = (tables: readonly string[]) =>
  tables.length === 0 ? '' : ` Not read, because they are large: ${tables.join(', ')}.`;

async function largeTables(database: Database, tables: readonly string[]): Promise<string[]> {
  const large: string[] = [];
  for (const table of new Set(tables)) if ((await highestId(database, table)) > maxRows) large.push(table);
  return large;
}

export const compiledRows: readonly Row[] = [
  row({
    what: 'tables',
    ask: async ({ database, registry }) => ({
      lacking: compareTables(registry, await describeColumns(database)),
      size: registry.size,
    }),
    judge: ({ lacking, size }) =>
      lacking.length === 0
        ? `They have all that ${count(size, 'definition')} need.`
        : lacking.slice(0, most).map((one) => fault(describeFinding(one))),
    advice:
      'npm run check:resources says whether the migrations lack it too. If they do not, the tables were changed by hand.',
  }),
  row({
    what: 'triggers',
    ask: async ({ database, registry }) => {
      const models = countersOf(registry);
      const [lost, lacking] = [await lostTriggers(database, models), await uncounted(database, models)];
      const isRefused = lost.length + lacking.length > 0 && !isSqlite(database);
      return { lost, lacking, refusal: isRefused ? await explainRefusal(database) : null };
    },
    judge: ({ lost, lacking, refusal }) => {
      if (lost.length > 0)
        return fault(
          `Triggers that count rows of ${listed(lost)} are missing, or of another version. Each write makes totals wrong.`,
          `${refusal === null ? '' : `${refusal.todo}. Then: `}npm run reindex makes them and counts all rows again, also while the service runs.`,
        );
      if (lacking.length === 0) return 'Triggers count the rows of every list when they are written.';
      const told = `Rows of ${listed(lacking)} are counted at each request, so long lists are slow.`;
      return warning(refusal === null ? told : `${told} ${refusal.told}`, refusal?.todo ?? 'npm run migrate');
    },
  }),
  row({
    what: 'counters',
    // Totals of lists against the existing rows.
    ask: async ({ database, registry }) => {
      const models = countersOf(registry).filter(hasLists);
      const lacking = await uncounted(database, models);
      const kept = models.filter(({ path }) => !lacking.includes(path));
      const large = await largeTables(
        database,
        kept.map(({ table }) => table),
      );
      const read = kept.filter(({ table }) => !large.includes(table));
      const wrong = [];
      for (const model of read)
        wrong.push({ path: model.path, lists: await findWrongCounts(database, model) });
      return { wrong, large };
    },
    judge: ({ wrong, large }) => {
      const faults = wrong.flatMap(({ path, lists }) =>
        lists
          .slice(0, 1)
          .map(({ list, counted, rows }) =>
            fault(
              `Totals of ${path} are wrong in ${count(lists.length, 'list')}: ${list} says ${counted}, and there are ${rows}.`,
            ),
          ),
      );
      if (faults.length > 0) return faults;
      return `Totals of ${count(wrong.length, 'resource')} are those of their rows.${leftOut(large)}`;
    },
    advice: 'npm run reindex counts all rows again, also while the service runs.',
  }),
  row({
    what: 'writers',
    ask: async ({ database, now }) => (await writtenNodes(database, now.getTime())).length,
    judge: (nodes) => (nodes < 2 ? null : fault(`Services write to ${count(nodes, 'node')} of the cluster.`)),
    advice:
      'Give every service the same address, that of the proxy before the nodes. Rules about several rows only hold if all write to one node.',
  }),
];

/** Where a later version has changed the schema, it may have more, and other values. */
export const currentRows: readonly Row[] = [
  row({
    what: 'values',
    ask: async ({ database, registry }) => {
      const schema = await describeColumns(database);
      if (compareTables(registry, schema).length > 0) return null;
      const large = await largeTables(
        database,
        [...registry.values()].map(({ table }) => table),
      );
      const of = (isLarge: boolean) =>
        new Map([...registry].filter(([, { table }]) => large.includes(table) === isLarge));
      const strays = await findStrays(database, of(false), schema, 'all');
      return { large, strays: [...strays, ...(await findStrays(database, of(true), schema, 'gone'))] };
    },
    judge: (found) => {
      if (found === null) return null;
      if (found.strays.length > 0)
        return found.strays.slice(0, most).map((one) => fault(describeFinding(one)));
      return `Rows have the values that definitions allow.${leftOut(found.large)}`;
    },
    advice:
      'npm run migration:new drafts a migration that gives these rows another value. Or allow the value again.',
  }),
  row({
    what: 'indexes',
    ask: async ({ database, registry, loadSchema }) => ({
      ...{ registry, isEmbedded: isSqlite(database) },
      ...{ present: await describeIndexes(database), made: await loadSchema() },
    }),
    judge: judgeIndexes,
  }),
  row({
    what: 'search texts',
    ask: async ({ database, registry }) => {
      const found = [];
      for (const resource of registry.values())
        found.push({ table: resource.table, ...(await countStale(database, resource, maxTexts)) });
      return found;
    },
    judge: (found) => {
      const stale = found.filter((one) => one.stale > 0);
      const large = found.filter(({ whole }) => !whole).map(({ table }) => table);
      const sampled = `at most ${count(maxTexts, 'row')} were read`;
      if (stale.length === 0)
        return `Search texts and sort keys are those of their rows.${large.length === 0 ? '' : ` Of each of these large tables, ${sampled}: ${large.join(', ')}.`}`;
      return stale.map(({ table, stale: number, whole }) => {
        const rows = `${count(number, 'row')} of “${table}”${whole ? '' : `, of ${count(maxTexts, 'row')} at most that were read,`}`;
        return fault(
          `${rows} ${number === 1 ? 'has' : 'have'} a search text or sort key that is missing or out of date. Searches miss these rows, and lists sort them wrongly, until they are saved again.`,
        );
      });
    },
    advice: 'npm run reindex writes them again, also while the service runs.',
  }),
];
