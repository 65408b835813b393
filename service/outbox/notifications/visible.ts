/** The notifications that a user may see now: the same check for lists, the bell, mails and digests. */
import type { Knex } from 'knex';
import { toldCondition } from '../../../auth/index.ts';
import { and, type Condition, eq, never } from '../../../engine/condition.ts';
import { query } from '../../../engine/database/query.ts';
import { columnOf, conditionSql, quote } from '../../../engine/database/sql.ts';
import type { Model } from '../../../engine/model/model.ts';
import { resourceAt } from '../../../engine/model/resource.ts';
import type { AnswerRow } from '../../../engine/read/context.ts';
import { readRows } from '../../../engine/read/rows.ts';
import { storedNow } from '../../../engine/values.ts';

export const notificationsPath = 'notifications';

/** The selection; default: all. */
interface Wanted {
  readonly ids?: readonly number[];
  readonly unread?: true;
}

/**
 * The ids of visible notifications, the newest first: their row still exists, at a site of the person, who holds the permission
 * to view it.
 */
export async function visibleNotifications(
  db: Knex,
  registry: Model['registry'],
  userId: number,
  wanted: Wanted = {},
): Promise<number[]> {
  const { text, bindings } = conditionSql(visible(registry, userId, wanted), 'n');
  const rows = await query(db, {
    text:
      `select ${columnOf('n', 'id')} as ${quote('id')} from ${quote(tableOf(registry))} ${quote('n')} where ${text} ` +
      `order by ${columnOf('n', 'created_at')} desc, ${columnOf('n', 'id')} desc`,
    bindings,
  });
  return rows.map(({ id }) => Number(id));
}

/** The number of unread, visible notifications of a user. */
export async function countUnread(db: Knex, registry: Model['registry'], userId: number): Promise<number> {
  const { text, bindings } = conditionSql(visible(registry, userId, { unread: true }), 'n');
  const [row] = await query(db, {
    text: `select count(*) as ${quote('n')} from ${quote(tableOf(registry))} ${quote('n')} where ${text}`,
    bindings,
  });
  return Number(row?.n ?? 0);
}

const shownKeys = ['id', 'name', 'kind', 'resource', 'record_id', 'site_id', 'site', 'created_at'] as const;

/** Those of the ids that are unread and visible, in the form of answers, in the user's language, the newest first. */
export async function readUnread(
  db: Knex,
  model: Model,
  { id, locale }: { readonly id: number; readonly locale: string },
  ids: readonly number[] | null,
): Promise<AnswerRow[]> {
  const resource = resourceAt(model.registry, notificationsPath);
  const found = await visibleNotifications(db, model.registry, id, { unread: true, ...(ids && { ids }) });
  if (found.length === 0) return [];
  const viewer = nobodyAt(id, locale);
  const where: Condition = { op: 'in', column: 'id', values: found };
  const order = [
    { column: 'created_at', descending: true },
    { column: 'id', descending: true },
  ];
  const plan = { table: resource.table, where, order, limit: found.length, offset: 0, sorted: true };
  const reading = { db, viewer, storedNow: storedNow() };
  return readRows(reading, plan, model.projectionOf(resource, shownKeys));
}

function visible(registry: Model['registry'], userId: number, { ids, unread }: Wanted): Condition {
  const { tells } = resourceAt(registry, notificationsPath);
  return and(
    eq('user_id', userId),
    ...(unread ? [{ op: 'null', column: 'read_at' } as const] : []),
    ...(ids ? [{ op: 'in', column: 'id', values: ids } as const] : []),
    ...(tells ? [toldCondition(userId, tells)] : []),
  );
}

const tableOf = (registry: Model['registry']) => resourceAt(registry, notificationsPath).table;

/** A user without a session, at no site. */
function nobodyAt(id: number, locale: string) {
  return {
    ...{ id, locale, site: null, permissions: new Set<string>() },
    visible: () => 'none' as const,
    permitted: () => 'none' as const,
    holders: () => never,
    warrant: () => ({ text: 'select 1', bindings: [] }),
  };
}
