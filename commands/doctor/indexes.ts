/** Checks of the indexes of a database against those that the migrations make, and those that definitions need. */
import { describeFinding } from '../../engine/check/subject.ts';
import type { DatabaseSchema, Index } from '../../engine/database/dialect/tables.ts';
import { quote } from '../../engine/database/sql.ts';
import type { Registry } from '../../engine/model/resource.ts';
import { compareWithSchema } from '../schema/compare.ts';
import { type Bad, count, fault, listed, warning } from './row.ts';

/** The maximum number of separate findings. */
const most = 10;

const toSearch = 'At a quiet hour, because writes wait for it: npm run reindex';

interface OfTable {
  readonly table: string;
  readonly index: Index;
}

/** Whether an index is lost, harmful, or only extra. */
export function judgeIndexes({
  present,
  made,
  registry,
  isEmbedded,
}: {
  readonly present: DatabaseSchema;
  /** The indexes that the migrations make. */
  readonly made: DatabaseSchema;
  readonly registry: Registry;
  readonly isEmbedded: boolean;
}) {
  const lost = differences(made, present);
  // A number as the primary key is, of an embedded table, no index.
  const more = differences(present, made).filter(({ index }) => !index.primary);
  const wrong = [
    ...lost.map(judgeLost),
    ...judgeSearches(present, made, isEmbedded),
    ...judgeDeclared(present, registry, lost),
    ...more.filter(({ index }) => index.unique).map((one) => judgeRefusing(one, isEmbedded)),
  ];
  if (wrong.length > 0) return wrong.slice(0, most);
  const beside = more.map(({ table, index }) => `${table}.${index.name}`);
  const told = `All ${count(numberOf(made), 'index', 'indexes')} of the migrations exist.`;
  if (beside.length === 0) return told;
  return `${told} There are also ${listed(beside, most)}, made by hand, which make each write a little slower.`;
}

/** Indexes of one schema whose columns have none in another; of tables that both have. */
function differences(one: DatabaseSchema, other: DatabaseSchema): OfTable[] {
  return [...one].flatMap(([table, { indexes }]) => {
    const known = other.get(table);
    // The tables of the migrator are its own.
    if (known === undefined || table.startsWith('knex_')) return [];
    const keys = new Set(known.indexes.map(keyOf));
    return indexes.filter((index) => !keys.has(keyOf(index))).map((index) => ({ table, index }));
  });
}

/** Names differ if a migration once gave an index its own name. */
function keyOf({ unique, columns }: Index): string {
  return `${unique ? 'unique ' : ''}${columns.join(',')}`;
}

function judgeLost({ table, index: { name, unique, columns } }: OfTable): Bad {
  const on = `${quote(table)} (${columns.map(quote).join(', ')})`;
  const todo = `At a quiet hour: CREATE ${unique ? 'UNIQUE ' : ''}INDEX ${quote(name)} ON ${on}`;
  if (unique) return fault(`“${table}” has lost ${name}: two rows can now have the same values.`, todo);
  return warning(`“${table}” has lost ${name}: long lists of it are slow.`, todo);
}

/** The triggers of an embedded database are those of the one in memory that the migrations make. */
function judgeSearches(present: DatabaseSchema, made: DatabaseSchema, isEmbedded: boolean): Bad[] {
  return [...made].flatMap(([name, { searched, searchTriggers }]) => {
    if (!searched) return [];
    const own = present.get(name);
    if (own?.searched !== true)
      return [fault(`“${name}” has lost its search index, or the triggers that update it.`, toSearch)];
    if (!isEmbedded || own.searchTriggers === searchTriggers) return [];
    const told = `The triggers that update the search index of “${name}” are not those of this version.`;
    return [fault(told, toSearch)];
  });
}

/** Indexes that definitions need and no migration makes. */
function judgeDeclared(present: DatabaseSchema, registry: Registry, lost: readonly OfTable[]): Bad[] {
  const known = new Set(lost.map(({ table, index }) => `${table} ${keyOf(index)}`));
  return compareWithSchema(registry, present).flatMap((finding) => {
    const { needs } = finding;
    if (!needs || known.has(`${needs.table} ${keyOf({ name: '', ...needs })}`)) return [];
    return [warning(describeFinding(finding), 'npm run migration:new drafts it.')];
  });
}

/** The service would answer 500 for an index that it does not know. */
function judgeRefusing({ table, index: { name, columns } }: OfTable, isEmbedded: boolean): Bad {
  const told = `“${table}” has a unique index ${name} on ${columns.join(', ')} that no migration makes: a write that it refuses is answered with 500.`;
  const on = isEmbedded ? '' : ` ON ${quote(table)}`;
  return warning(told, `Declare it (\`unique\`), or: DROP INDEX ${quote(name)}${on}`);
}

function numberOf(schema: DatabaseSchema): number {
  const own = [...schema].filter(([table]) => !table.startsWith('knex_'));
  return own.reduce((sum, [, { indexes, searched }]) => sum + indexes.length + (searched ? 1 : 0), 0);
}
