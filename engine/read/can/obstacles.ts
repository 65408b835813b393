/** What holds rows in place: as a condition, for a whole page at once, and as what it is called. */
import type { Knex } from 'knex';
import { type Condition, eq, or } from '../../condition.ts';
import { identityOf } from '../../database/knex-internals.ts';
import { dialectOf, query } from '../../database/query.ts';
import { spell } from '../../model/labels.ts';
import type { DeleteBlock, Resource } from '../../model/resource.ts';
import { countedCondition } from '../../model/scope.ts';
import { singular } from '../../plural.ts';

type ReferringColumn = Pick<DeleteBlock, 'table' | 'column'>;

/** A column whose foreign key refuses to let a row go. */
interface Restriction extends ReferringColumn {
  /** Whether null fits in. */
  readonly nullable: boolean;
}

/** Table → the foreign keys that refuse a delete in it. */
type Restrictions = ReadonlyMap<string, readonly Restriction[]>;

/** By the database: the schema does not change while a service runs on it. */
const restrictionCache = new WeakMap<object, Restrictions>();

/**
 * The rows of a resource of which a delete would be refused: those that its delete rules speak of, those that a foreign key
 * holds which they do not name, and the one with a mark that must not go.
 */
export async function heldCondition(db: Knex, resource: Resource): Promise<Condition> {
  const { blocks, atMostOne } = resource;
  const further = (await foreignBlocks(db, resource)).filter(
    // Where a rule counts all rows, there are none beside them.
    (one) =>
      !blocks.some(
        (block) => isSameColumn(block, one) && (block.counted === 'all' || block.counted === one.counted),
      ),
  );
  const marks = atMostOne.filter(({ declared }) => declared.undeletable);
  return or(
    ...[...blocks, ...further].map(existsCondition),
    ...marks.map(({ declared }) => eq(declared.field, 1)),
  );
}

function existsCondition(block: DeleteBlock): Condition {
  const { table, column } = block;
  return { op: 'exists', table, foreign: column, column: 'id', where: countedCondition(block) };
}

/**
 * What the foreign keys of the database hold rows of a resource in place with; rows that no definition knows are called by
 * their table. A row that is kept and marked as gone is held by none.
 */
export async function foreignBlocks(db: Knex, resource: Resource): Promise<DeleteBlock[]> {
  const places = resource.softDelete ? [] : ((await restrictionsOf(db)).get(resource.table) ?? []);
  return places.flatMap((place) => {
    const known = resource.dependents.filter((one) => isSameColumn(one, place));
    return known.length > 0 ? known.filter((one) => !letsGo(one, place)) : [unknownBlock(place)];
  });
}

/** Rows that are deleted and kept, and let go of a row of the resource where that is deleted for good. */
export async function releasedBlocks(
  db: Knex,
  { dependents, softDelete, table }: Resource,
): Promise<DeleteBlock[]> {
  const gone = softDelete ? [] : dependents.filter(({ counted }) => counted === 'gone');
  if (gone.length === 0) return [];
  const places = (await restrictionsOf(db)).get(table) ?? [];
  return gone.filter((one) => places.some((place) => isSameColumn(one, place) && letsGo(one, place)));
}

/** Nobody could take what is deleted and kept out of the way. A pair can go, a column that must have a value not. */
function letsGo({ counted, owner }: DeleteBlock, { nullable }: Restriction): boolean {
  return counted === 'gone' && (owner !== null || nullable);
}

function unknownBlock({ table, column }: ReferringColumn): DeleteBlock {
  const many = spell(table);
  const titles = { one: { en: singular(many) }, many: { en: many } };
  return { table, column, owner: null, ...titles, counted: 'all', divided: false };
}

function isSameColumn(one: ReferringColumn, other: ReferringColumn): boolean {
  return one.table === other.table && one.column === other.column;
}

async function restrictionsOf(db: Knex): Promise<Restrictions> {
  const known = restrictionCache.get(identityOf(db));
  if (known) return known;
  const found = new Map<string, Restriction[]>();
  for (const { table, column, refers, nullable } of await query(db, dialectOf(db).restrictions)) {
    const one = { table: String(table), column: String(column), nullable: Number(nullable) === 1 };
    found.set(String(refers), [...(found.get(String(refers)) ?? []), one]);
  }
  restrictionCache.set(identityOf(db), found);
  return found;
}
