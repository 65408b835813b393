/** Records facts that a write makes true, in its transaction. People are notified later. */
import { randomBytes } from 'node:crypto';
import { faultOf } from '../../database/fault.ts';
import { insert } from '../../database/query.ts';
import type { Fields } from '../../definition/types.ts';
import { isBeside, isDerived, isStored, valuesOf } from '../../kinds/kind.ts';
import { now, type Operand, type Ranges, type Where } from '../../kinds/where.ts';
import { follows } from '../../memoize.ts';
import { fieldOf, type Resource } from '../../model/resource.ts';
import { isRanges } from '../../model/where.ts';
import { loadLists } from '../../read/nested.ts';
import type { Values } from '../../request/body.ts';
import { storedNow } from '../../values.ts';
import type { ChangedRow, WriteContext } from '../../write/context.ts';
import { type Notice, saidFields } from './notice.ts';

/** Facts, each stored once: by row, notice, and an edge that distinguishes this occurrence from all others. */
export const factTable = 'facts';

type AnyNotice = Notice<Fields>;
type Of<K extends string> = Extract<AnyNotice, { readonly [key in K]: unknown }>;

/** The notices of a resource that can become true by a write. Of moments, only those that a write can set in the past. */
const writeNotices = follows(({ definition }: Resource) =>
  Object.entries(definition.notices ?? {}).filter(([, notice]) => !('at' in notice) || notice.passed),
);

/** Whether writes of a resource can make facts. */
export function makesFacts(resource: Resource): boolean {
  return writeNotices(resource).length > 0;
}

/** Records the facts that have become true. */
export async function noteFacts(writing: WriteContext, changes: readonly ChangedRow[]): Promise<void> {
  if (writing.silent) return;
  const rows = [];
  for (const change of changes) {
    for (const [kind, notice] of writeNotices(change.resource)) {
      if ('at' in notice) {
        await notePassed(writing, change, kind, notice);
        continue;
      }
      const fact = await factOf(writing, change, notice);
      if (fact)
        rows.push(
          factRow(writing, change, kind, {
            ...fact,
            changes: { ...saidIn(change, notice), ...fact.changes },
          }),
        );
    }
  }
  if (rows.length > 0) await insert(writing.db, factTable, rows);
}

/** Records a fact that a hook tells of a row. */
export async function noteTold(
  writing: WriteContext,
  resource: Resource,
  row: Values,
  kind: string,
  values: Values,
): Promise<void> {
  if (!('told' in (resource.definition.notices?.[kind] ?? {})))
    throw new Error(`${resource.file}: no notice “${kind}” is told by hooks.`);
  if (writing.silent) return;
  const changes = Object.fromEntries(
    Object.entries(values).map(([name, one]) => [name, [null, one] as const]),
  );
  const change = { resource, before: null, after: row };
  await insert(writing.db, factTable, [factRow(writing, change, kind, { people: null, changes })]);
}

/** The content of a fact. */
interface Fact {
  readonly people: readonly number[] | null;
  readonly changes: Readonly<Record<string, readonly [before: unknown, after: unknown]>>;
}

/**
 * Records a moment that the write sets in the past. The search for due moments has already passed it, or would not report it. The
 * moment is the author, not a person. Its edge is the one under which the moment itself would be recorded.
 */
async function notePassed(
  writing: WriteContext,
  change: ChangedRow,
  kind: string,
  notice: Of<'at'>,
): Promise<void> {
  const at = writing.now.toISOString();
  const { resource, before, after } = change;
  const momentOf = (row: Values | null): string | null => {
    const judged = row && { resource, row, at };
    if (!judged || !meets(judged, notice.while ?? {}) || !meets(judged, notice.passed ?? {})) return null;
    const [moment] = [notice.at].flat().flatMap((name) => row[name] ?? []);
    return typeof moment === 'string' && moment <= at ? moment : null;
  };
  const moment = momentOf(after);
  if (moment === null || momentOf(before) !== null) return;
  const fact = factRow(writing, change, kind, { people: null, changes: {} });
  try {
    await insert(writing.db, factTable, [
      { ...fact, edge: moment, user_id: null, changes: null, request_id: null },
    ]);
  } catch (error) {
    // It was reported before: undoing and redoing a change sends no second notice.
    if (faultOf(error)?.kind !== 'duplicate') throw error;
  }
}

async function factOf(writing: WriteContext, change: ChangedRow, notice: AnyNotice): Promise<Fact | null> {
  const at = writing.now.toISOString();
  const { resource, before, after } = change;
  const isMet = (row: Values | null, where: Where | undefined) =>
    row !== null && (where === undefined || meets({ resource, row, at }, where));
  if ('when' in notice) {
    return isMet(after, notice.when) && !isMet(before, notice.when) ? { people: null, changes: {} } : null;
  }
  if ('worsens' in notice) {
    const name = notice.worsens;
    const values = valuesFromBest(resource, name);
    const currentOf = (row: Values) => currentValue({ resource, row, at }, name);
    const level = (row: Values | null) =>
      row !== null && isMet(row, notice.while) ? values.indexOf(String(currentOf(row))) : 0;
    const first = notice.from === undefined ? 1 : values.indexOf(notice.from);
    if (before === null && notice.from === undefined) return null;
    if (level(after) <= level(before) || level(after) < first) return null;
    return { people: null, changes: { [name]: [before && currentOf(before), currentOf(after)] } };
  }
  return 'joins' in notice ? joining(writing, change, notice, isMet) : null;
}

/** The people who are in a field now, while the row meets the condition, and were not before. */
async function joining(
  writing: WriteContext,
  { resource, before, after }: ChangedRow,
  { joins, while: where }: Of<'joins'>,
  isMet: (row: Values | null, where: Where | undefined) => boolean,
): Promise<Fact | null> {
  if (!isMet(after, where)) return null;
  const now = await peopleIn(writing, resource, after, joins);
  // Hooks of other rows see only columns: their changes leave lists unchanged.
  const earlier = before === null ? [] : joins in before ? peopleOf(before[joins]) : now;
  const known = isMet(before, where) ? earlier : [];
  const people = now.filter((id) => !known.includes(id));
  return people.length > 0 ? { people, changes: { [joins]: [earlier, now] } } : null;
}

async function peopleIn(
  { db, actor }: WriteContext,
  resource: Resource,
  row: Values,
  name: string,
): Promise<number[]> {
  const { facts } = fieldOf(resource, name);
  if (name in row || !isBeside(facts)) return peopleOf(row[name]);
  const id = Number(row.id);
  return peopleOf((await loadLists(db, actor, facts, [id])).get(id));
}

function peopleOf(value: unknown): number[] {
  if (Array.isArray(value)) return value.map(Number);
  return typeof value === 'number' ? [value] : [];
}

/** The values of a field, the best first: the first case of a row is the worst one. */
function valuesFromBest(resource: Resource, name: string): readonly string[] {
  const { facts } = fieldOf(resource, name);
  const values = valuesOf(facts).map(String);
  return isDerived(facts) ? values.toReversed() : values;
}

/** The values for the sentence, from before and after the write: the row may change before people are notified. */
function saidIn({ resource, before, after }: ChangedRow, notice: AnyNotice): Fact['changes'] {
  const known = saidFields(notice).filter((name) => name in after && resource.fields.has(name));
  return Object.fromEntries(known.map((name) => [name, [before?.[name] ?? null, after[name]]]));
}

function factRow(
  { actor, now, requestId }: WriteContext,
  { resource, after }: ChangedRow,
  kind: string,
  { people, changes }: Fact,
) {
  return {
    resource: resource.name,
    record_id: Number(after.id),
    kind,
    edge: randomBytes(12).toString('base64url'),
    site_id: typeof after.site_id === 'number' ? after.site_id : (actor.site?.id ?? null),
    user_id: actor.id,
    people: people && JSON.stringify(people),
    changes: JSON.stringify(changes),
    request_id: requestId,
    created_at: storedNow(now),
    pending: 1,
  };
}

/** A row in the form of an answer, and the moment of the request (ISO 8601 UTC). */
interface Judged {
  readonly resource: Resource;
  readonly row: Readonly<Record<string, unknown>>;
  readonly at: string;
}

const orderings: Readonly<Record<'lt' | 'lte' | 'gt' | 'gte', (order: number) => boolean>> = {
  lt: (order) => order < 0,
  lte: (order) => order <= 0,
  gt: (order) => order > 0,
  gte: (order) => order >= 0,
};

/** Whether a row in memory meets a condition of a definition: the same result as in SQL, without a query. */
function meets(judged: Judged, where: Where): boolean {
  return Object.entries(where).every(([name, wanted]) => isAsWanted(judged, name, wanted));
}

function isAsWanted(judged: Judged, name: string, wanted: Where[string]): boolean {
  const value = currentValue(judged, name);
  if (isRanges(wanted)) return isWithin(judged, name, value, wanted);
  const all: readonly unknown[] = Array.isArray(wanted) ? wanted : [wanted];
  if (Array.isArray(value)) return value.some((one) => all.includes(one));
  return all.includes(value);
}

function isWithin(judged: Judged, name: string, value: unknown, { not, orNull, ...ranges }: Ranges): boolean {
  if (orNull && (value === null || value === undefined)) return true;
  for (const [comparison, fits] of Object.entries(orderings)) {
    const operand = ranges[comparison as keyof typeof orderings];
    if (operand === undefined) continue;
    const order = compare(value, operandOf(judged, name, operand));
    if (order === null || !fits(order)) return false;
  }
  return not === undefined || !isAsWanted(judged, name, not);
}

function operandOf(judged: Judged, name: string, operand: Operand): unknown {
  if (operand === now) {
    const { facts } = fieldOf(judged.resource, name);
    return isStored(facts) ? facts.scalar.present?.(judged.at) : null;
  }
  if (typeof operand === 'object' && operand !== null) return currentValue(judged, operand.field);
  return operand;
}

/** Null if one of them has no value: no comparison is true then. Moments and days compare as texts. */
function compare(one: unknown, other: unknown): number | null {
  if (one === null || one === undefined || other === null || other === undefined) return null;
  if (typeof one === 'number' && typeof other === 'number') return one - other;
  return String(one) < String(other) ? -1 : Number(String(one) > String(other));
}

/** The value of a field; a field that is computed from columns of the row is computed here. */
function currentValue(judged: Judged, name: string): unknown {
  const { facts } = fieldOf(judged.resource, name);
  if (!isDerived(facts)) return judged.row[name] ?? null;
  return facts.cases.find(([, where]) => meets(judged, where))?.[0] ?? facts.otherwise;
}
