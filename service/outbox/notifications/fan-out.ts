/** Makes notifications from facts: their recipients, and the channel that each has chosen. */
import type { Knex } from 'knex';
import { findHolders, permissionName } from '../../../auth/index.ts';
import { dialectOf } from '../../../engine/database/query.ts';
import type { Fields } from '../../../engine/definition/types.ts';
import { heldName, type NoticeTo, saidFields } from '../../../engine/features/notices/notice.ts';
import type { Listener, OutboxEvent } from '../../../engine/features/outbox/feature.ts';
import { isPaired } from '../../../engine/kinds/kind.ts';
import { show } from '../../../engine/kinds/scalars/scalar.ts';
import { fieldOf, hasColumn, type Registry, type Resource } from '../../../engine/model/resource.ts';
import { storeInstant } from '../../../engine/values.ts';
import { type Kind, kindsOf } from './kinds.ts';
import { channelOf, chosenBy } from './preferences.ts';

/** Notices that wait for one person for this long go into one mail. */
const bundlingMs = 5000;
/** The work that makes mails of them. */
export const noticesWork = 'notices';
/** How many rows one statement inserts. */
const insertBatch = 200;

type Fact = OutboxEvent & { readonly notice: NonNullable<OutboxEvent['notice']> };

/** Notifies people of facts, in the transaction that deletes their notes. */
export function tellPeople(registry: Registry): Listener {
  return async (trx, events) => {
    const holders = new Map<string, Promise<number[]>>();
    const told: Told[] = [];
    for (const fact of events.filter(isFact)) {
      const kind = kindsOf(registry).get(fact.type);
      if (!kind) continue;
      const people = await recipientsOf(trx, holders, kind, fact);
      told.push(...people.map((userId) => ({ userId, kind, fact })));
    }
    return (await tell(trx, registry, told)) ? noticesWork : undefined;
  };
}

function isFact(event: OutboxEvent): event is Fact {
  return event.notice !== null;
}

interface Told {
  readonly userId: number;
  readonly kind: Kind;
  readonly fact: Fact;
}

/** The first group of the notice with anybody who may view the row; users are not notified of their own actions. */
async function recipientsOf(
  trx: Knex,
  holders: Map<string, Promise<number[]>>,
  { resource, notice }: Kind,
  { recordId, siteId, actorId, notice: { people } }: Fact,
): Promise<number[]> {
  // Rows that hang on others have no permission to view them.
  const isSeenBySite = resource.scope === 'site' && !resource.hung;
  const seenBy = async (ids: readonly number[]) => {
    if (ids.length === 0 || !isSeenBySite) return ids;
    const viewers = await holdersAt(trx, holders, resource, { holders: 'view' }, siteId);
    return ids.filter((id) => viewers.includes(id));
  };
  for (const to of [notice.to].flat()) {
    const named =
      typeof to === 'string'
        ? await seenBy(await peopleIn(trx, resource, to, recordId))
        : await holdersAt(trx, holders, resource, to, siteId);
    if (named.length === 0) continue;
    return named.filter((id) => id !== actorId && (people === null || people.includes(id)));
  }
  return [];
}

/** People in a field of the row who still have an account. */
async function peopleIn(trx: Knex, resource: Resource, name: string, id: number): Promise<number[]> {
  const { facts } = fieldOf(resource, name);
  const [table, own, person] = isPaired(facts)
    ? [facts.table, facts.own, facts.column]
    : [resource.table, 'id', name];
  const ids: number[] = await trx(table)
    .join('users', 'users.id', `${table}.${person}`)
    .where({ [`${table}.${own}`]: id, 'users.live': 1 })
    .orderBy('users.id')
    .pluck('users.id');
  return ids.map(Number);
}

/** Those who hold the permission at the row's site, and may view the row there. One query for all facts of a site. */
async function holdersAt(
  trx: Knex,
  holders: Map<string, Promise<number[]>>,
  resource: Resource,
  to: Exclude<NoticeTo<Fields>, string>,
  siteId: number | null,
): Promise<number[]> {
  if (siteId === null) return [];
  const permissions = [heldName(resource.name, to), permissionName(resource, 'view')];
  const key = `${siteId} ${permissions.join(' ')}`;
  const known = holders.get(key) ?? findHolders(trx, siteId, permissions);
  holders.set(key, known);
  return known;
}

/** Writes the rows, each once. @returns whether there are any */
async function tell(trx: Knex, registry: Registry, told: readonly Told[]): Promise<boolean> {
  if (told.length === 0) return false;
  const chosen = await chosenBy(trx, [...new Set(told.map(({ userId }) => userId))]);
  const zones = await zonesOf(trx, [...new Set(told.flatMap(({ fact }) => fact.siteId ?? []))]);
  const said = new Map<Fact, string>();
  const mailDue = trx.raw(`${dialectOf(trx).milliseconds} + ${bundlingMs}`);
  const rows = [];
  for (const { userId, kind, fact } of told) {
    const channel = channelOf(chosen.get(userId), registry, fact.type);
    if (channel === 'none') continue;
    const zone = zones.get(fact.siteId ?? 0);
    const values = said.get(fact) ?? JSON.stringify({ zone, values: await valuesOf(trx, kind, fact) });
    said.set(fact, values);
    const moment = storeInstant(fact.createdAt);
    rows.push({
      ...{ user_id: userId, kind: fact.type, resource: fact.resource, record_id: fact.recordId },
      ...{
        site_id: fact.siteId,
        edge: fact.notice.edge,
        said: values,
        created_at: moment,
        updated_at: moment,
      },
      mail_due_at: channel === 'mail' ? mailDue : null,
    });
  }
  for (let at = 0; at < rows.length; at += insertBatch) {
    await trx('notifications')
      .insert(rows.slice(at, at + insertBatch))
      .onConflict(['user_id', 'kind', 'record_id', 'edge'])
      .ignore();
  }
  return rows.length > 0;
}

async function zonesOf(trx: Knex, siteIds: readonly number[]): Promise<ReadonlyMap<number, string>> {
  const rows = await trx('sites')
    .whereIn('id', [...siteIds])
    .select('id', 'timezone');
  return new Map(rows.map(({ id, timezone }) => [Number(id), String(timezone)]));
}

/** The values in the sentence, from the fact; others from the present row. */
async function valuesOf(
  trx: Knex,
  { resource, notice }: Kind,
  { changes, recordId, notice: { edge } }: Fact,
): Promise<Record<string, unknown>> {
  const values: Record<string, unknown> = 'at' in notice ? { at: edge.split('/')[0] } : {};
  const missing: string[] = [];
  for (const name of saidFields(notice)) {
    const change = changes[name];
    if (change) values[name] = change[1];
    else if (!(name in values)) missing.push(name);
  }
  const fields = missing.flatMap((name) => resource.fields.get(name) ?? []).filter(hasColumn);
  if (fields.length === 0) return values;
  const row = await trx(resource.table)
    .where({ id: recordId })
    .first(fields.map(({ name }) => name));
  for (const { name, facts } of fields) values[name] = row ? show(facts.scalar, row[name]) : null;
  return values;
}
