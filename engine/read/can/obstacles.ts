/** What holds rows in place: as a condition, for a whole page at once. */
import type { Knex } from 'knex';
import { type Condition, eq, or } from '../../condition.ts';
import { identityOf } from '../../database/knex-internals.ts';
import { dialectOf, query } from '../../database/query.ts';
import type { DeleteBlock, Resource } from '../../model/resource.ts';
import { countedCondition } from '../../model/scope.ts';

/** A column whose rows hold those in place that it refers to. */
type Obstacle = Pick<DeleteBlock, 'table' | 'column' | 'live'>;

/** Table → the foreign keys that refuse a delete in it. */
type Restrictions = ReadonlyMap<string, readonly Obstacle[]>;

/** By the database: the schema does not change while a service runs on it. */
const kept = new WeakMap<object, Restrictions>();

/**
 * The rows of a resource of which a delete would be refused: those that its delete rules speak of, those that a foreign key
 * holds which they do not name, and the one with a mark that must not go. A row that is kept and marked as gone is held by
 * no foreign key.
 */
export async function heldCondition(
  db: Knex,
  { blocks, softDelete, table, atMostOne }: Resource,
): Promise<Condition> {
  const further = softDelete ? [] : ((await restrictionsOf(db)).get(table) ?? []);
  const unnamed = further.filter(
    // To the database a row that is only marked as gone is there.
    (one) => !blocks.some((block) => !block.live && block.table === one.table && block.column === one.column),
  );
  const marks = atMostOne.filter(({ declared }) => declared.undeletable);
  return or(
    ...[...blocks, ...unnamed].map(existsCondition),
    ...marks.map(({ declared }) => eq(declared.field, 1)),
  );
}

function existsCondition(obstacle: Obstacle): Condition {
  const { table, column } = obstacle;
  return { op: 'exists', table, foreign: column, column: 'id', where: countedCondition(obstacle) };
}

async function restrictionsOf(db: Knex): Promise<Restrictions> {
  const known = kept.get(identityOf(db));
  if (known) return known;
  const found = new Map<string, Obstacle[]>();
  for (const { table, column, refers } of await query(db, dialectOf(db).restrictions)) {
    const obstacle = { table: String(table), column: String(column), live: false };
    found.set(String(refers), [...(found.get(String(refers)) ?? []), obstacle]);
  }
  kept.set(identityOf(db), found);
  return found;
}
