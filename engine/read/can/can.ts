/** What a user may do with the rows of a page now, by the same conditions, guards and rules as for a write. */
import { and, type Condition, conditionOf, eq, or } from '../../condition.ts';
import { query } from '../../database/query.ts';
import { columnOf, conditionSql, join, quote } from '../../database/sql.ts';
import type { Guard } from '../../definition/hooks.ts';
import type { Services } from '../../kinds/services.ts';
import { base } from '../../model/expression.ts';
import { type ActionModel, guardOf, type Resource, transitionsFrom, unmetBy } from '../../model/resource.ts';
import { countedCondition, liveCondition } from '../../model/scope.ts';
import type { Permission } from '../../policy.ts';
import type { Extra } from '../../request/intent.ts';
import { showInstant } from '../../values.ts';
import type { AnswerRow, ReadContext } from '../context.ts';
import { type SingleAnswer, singleAnswer, tagOf } from '../single.ts';

/** The possible operations on a row. */
interface Can {
  readonly update: boolean;
  readonly delete: boolean;
  /** The states that it can change to. */
  readonly transitions: readonly string[];
  /** Names of the possible own actions. */
  readonly actions: readonly string[];
}

/** The context of `judgeRows`, beside that of a read. */
export interface CanContext extends ReadContext {
  readonly services: Services;
}

type Ids = ReadonlySet<number>;
const noIds: Ids = new Set();

/**
 * Returns what may be done with each of some rows, in their order. One statement reads permissions and what prevents a delete,
 * for all rows; the guards of the definition add statements of their own.
 *
 * @param rows whole answers
 */
export async function judgeRows(
  context: CanContext,
  resource: Resource,
  rows: readonly AnswerRow[],
): Promise<Can[]> {
  const ids = rows.map(({ id }) => Number(id));
  const onRow = [...resource.actions].filter(([, { definition }]) => definition.on === 'row');
  const permitted = await findPermitted(context, resource, ids, onRow);
  // Most actions share their permission with others, or with the update of a row: each guard runs once.
  const allowed = new Map<Permission, Ids>();
  for (const permission of new Set<Permission>(['update', ...onRow.map(([, action]) => action.permission)])) {
    const mine = permitted.get(permission) ?? noIds;
    allowed.set(permission, await unguarded(context, mine, guardOf(resource, permission)));
  }
  const update = allowed.get('update') ?? noIds;
  const deletable = await unguarded(
    context,
    permitted.get('delete, unheld') ?? noIds,
    guardOf(resource, 'delete'),
  );
  const actions: (readonly [string, ActionModel, Ids])[] = [];
  for (const [name, action] of onRow) {
    const { definition, permission } = action;
    const ready = await unguarded(context, allowed.get(permission) ?? noIds, definition.guard);
    actions.push([name, action, ready]);
  }
  const { operations, states } = resource.definition;
  const state = states?.field;
  return rows.map((row, index): Can => {
    const id = ids[index] ?? 0;
    // Only its permission may exist, for actions, without the operation.
    const canUpdate = operations.includes('update') && update.has(id);
    return {
      update: canUpdate,
      delete: operations.includes('delete') && deletable.has(id),
      transitions: canUpdate && state ? [...transitionsFrom(resource, row[state])] : [],
      actions: actions.flatMap(([name, action, allowed]) =>
        allowed.has(id) && unmetBy(action, row).length === 0 ? [name] : [],
      ),
    };
  });
}

/**
 * The rows on which operations are permitted, by operation. `delete, unheld` has those that nothing prevents from being deleted.
 */
async function findPermitted(
  { db, viewer, signal }: CanContext,
  resource: Resource,
  ids: readonly number[],
  actions: readonly (readonly [string, ActionModel])[],
): Promise<ReadonlyMap<string, Ids>> {
  const wanted = new Set<Permission>([
    'update',
    'delete',
    ...actions.map(([, { permission }]) => permission),
  ]);
  const conditions = new Map<string, Condition>();
  for (const operation of wanted) {
    const scope = resource.operations.includes(operation) ? viewer.permitted(operation, resource) : 'none';
    if (scope === 'none') continue;
    conditions.set(operation, conditionOf(scope));
    if (operation !== 'delete') continue;
    const unheld: Condition = { op: 'not', of: heldCondition(resource) };
    conditions.set('delete, unheld', and(conditionOf(scope), unheld));
  }
  if (ids.length === 0 || conditions.size === 0) return new Map();
  signal?.throwIfAborted();
  const names = [...conditions.keys()];
  const flags = [...conditions.values()].map((condition, place) => {
    const { text, bindings } = conditionSql(condition, base);
    return { text: `case when ${text} then 1 else 0 end as ${quote(`c${place}`)}`, bindings };
  });
  const where = conditionSql(and({ op: 'in', column: 'id', values: ids }, liveCondition(resource)), base);
  const head = join(flags, ', ');
  const found = await query(db, {
    text: `select ${columnOf(base, 'id')} as ${quote('id')}, ${head.text} from ${quote(resource.table)} ${quote(base)} where ${where.text}`,
    bindings: [...head.bindings, ...where.bindings],
  });
  return new Map(
    names.map((name, place) => [
      name,
      new Set(found.filter((row) => Number(row[`c${place}`]) === 1).map(({ id }) => Number(id))),
    ]),
  );
}

/** Of some rows, those that a guard does not refuse. */
async function unguarded(
  { db, viewer, storedNow, services, signal }: CanContext,
  ids: Ids,
  guard: Guard | undefined,
): Promise<Ids> {
  if (!guard || ids.size === 0) return ids;
  signal?.throwIfAborted();
  const context = { db, actor: viewer, now: showInstant(storedNow), services, locked: false };
  const refusals = await guard([...ids], context);
  return new Set([...ids].filter((id) => !refusals.has(id)));
}

/** The rows of a resource that cannot be deleted: those that other rows refer to, and the one with a mark that must stay. */
function heldCondition({ blocks, atMostOne }: Resource): Condition {
  const standing = blocks.filter(({ cleared }) => !cleared);
  const marks = atMostOne.filter(({ declared }) => declared.undeletable);
  return or(
    ...standing.map((block): Condition => {
      const { table, column } = block;
      return { op: 'exists', table, foreign: column, column: 'id', where: countedCondition(block) };
    }),
    ...marks.map(({ declared }) => eq(declared.field, 1)),
  );
}

/** A whole row, with its version. */
interface Found {
  readonly answer: AnswerRow;
  readonly version: number;
}

/**
 * Adds the requested extras to rows. `etag` is the ETag of the row alone. With `can`, the ETag of the answer depends on `can` as
 * well. It contains the same version, so it still allows to change the row.
 */
export async function addExtras(
  context: CanContext,
  resource: Resource,
  found: readonly Found[],
  extras: ReadonlySet<Extra>,
): Promise<SingleAnswer[]> {
  const answers = found.map(({ answer }) => answer);
  const judged = extras.has('can') ? await judgeRows(context, resource, answers) : [];
  return found.map((one, index) => {
    const single = singleAnswer(resource, one);
    const can = judged[index];
    const judgedData = can ? { ...single.data, can } : single.data;
    const etag = can ? tagOf(resource, one.version, judgedData) : single.etag;
    const data = extras.has('etag') ? { ...judgedData, etag: single.etag } : judgedData;
    return { id: single.id, data, etag };
  });
}
