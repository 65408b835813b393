/** A row before it is written: merged from stored values, sent values and defaults, and checked. */
import type { Knex } from 'knex';
import { hasOwnField } from '../definition/hung.ts';
import { type FieldErrors, noErrors } from '../failure.ts';
import { isBeside, isWritten, scalarOf } from '../kinds/kind.ts';
import type { Services } from '../kinds/services.ts';
import type { Message } from '../message.ts';
import type { FieldModel, Resource } from '../model/resource.ts';
import type { Actor } from '../policy.ts';
import { loadLists } from '../read/nested.ts';
import type { ReadBody, Values } from '../request/body.ts';
import type { WritePlan } from '../request/plan.ts';
import type { Request } from '../request/request.ts';
import { isSame } from '../values.ts';

/** Values of a row by field name, in the form of an answer. */
export type ChangesetRow = Record<string, unknown>;

/** The state of a write. */
export interface Changeset {
  readonly resource: Resource;
  readonly row: ChangesetRow;
  readonly previous: Readonly<ChangesetRow> | null;
  /** Names of the fields in the request. */
  readonly sent: ReadonlySet<string>;
  readonly errors: FieldErrors;
}

/** Adds an error to a field of a draft. */
export function fail({ errors }: Pick<Changeset, 'errors'>, field: string, message: Message): void {
  errors[field] = [...(errors[field] ?? []), message];
}

/** The defaults of a create for fields that were not sent. @param now ISO 8601 UTC; the site determines the day */
export function defaultsOf(
  fields: ReadonlyMap<string, FieldModel>,
  now: string,
  { site }: Pick<Actor, 'site'>,
  given: Readonly<ChangesetRow> = {},
): ChangesetRow {
  const row: ChangesetRow = {};
  for (const { name, facts } of fields.values()) {
    if (name in given) continue;
    const { default: usual } = facts;
    if (usual !== undefined)
      row[name] = scalarOf(facts)?.atRequest?.(usual, now, site?.timezone ?? 'UTC') ?? usual;
    else if (facts.nullable && !facts.optional) row[name] = null;
  }
  return row;
}

/** A row as hooks and checks see it: its stored values, and those in other tables. */
export async function completeRow(
  db: Knex,
  viewer: Actor,
  resource: Resource,
  stored: Readonly<ChangesetRow>,
): Promise<ChangesetRow> {
  const row: ChangesetRow = {};
  const id = Number(stored.id);
  for (const { name, facts } of resource.fields.values()) {
    if (isBeside(facts)) row[name] = (await loadLists(db, viewer, facts, [id])).get(id);
    else if (name in stored) row[name] = stored[name];
  }
  return row;
}

/** Whether a field has another value than before; true for every field of a create. */
export function differs(draft: Pick<Changeset, 'row' | 'previous'>, name: string): boolean {
  return !draft.previous || !isSame(draft.row[name], draft.previous[name]);
}

/** Ids that a field newly refers to. Values that a form sends back unchanged are not checked again. */
export function newIds(before: unknown, after: unknown): number[] {
  const list = (value: unknown): number[] =>
    Array.isArray(value) ? value.map(Number) : typeof value === 'number' ? [value] : [];
  const known = new Set(list(before));
  return list(after).filter((id) => !known.has(id));
}

/** Reads fields that a body may contain like a body. Fields that only the service sets are passed through. */
export function readOwnValues(
  resource: Resource,
  values: Values,
  read: (body: Values) => ReadBody,
): ReadBody {
  const retained = Object.entries(values).filter(([name]) => isKept(resource, name));
  const body = Object.entries(values).filter(([name]) => !isKept(resource, name));
  const { values: sent, errors } = read(Object.fromEntries(body));
  return { values: { ...sent, ...Object.fromEntries(retained) }, errors };
}

/**
 * Whether a field is declared, stored, and never set by a body.
 *
 * @throws Error for a computed field or one of the engine: a fault of the definition, not of the request
 */
function isKept({ definition, fields, file }: Resource, name: string): boolean {
  const field = fields.get(name);
  if (!field?.facts.readOnly) return false;
  if (isWritten(field.facts) && hasOwnField(definition, name)) return true;
  throw new Error(`${file}: no code can set ${name}, which the engine keeps.`);
}

/** The values and errors of a body as a plan, after the hook before the transaction has run. */
export async function planWrite(
  services: Services,
  request: Arriving & Pick<Request, 'ifMatch' | 'deferral'>,
  { values, errors, sentAs = new Map() }: ReadBody,
): Promise<WritePlan> {
  const { resource, ifMatch, deferral } = request;
  const plan = { resource, errors, sentAs, ifMatch };
  if (Object.keys(errors).length > 0) return Object.freeze({ ...plan, values });
  if (!deferral) return Object.freeze({ ...plan, values: await arrive(services, request, values) });
  // The second time, the hook has already run before the transaction.
  deferral.arrived ??= arrive(services, request, values, deferral.fields);
  return Object.freeze({ ...plan, values: { ...values, ...(await deferral.arrived) } });
}

/** The plan of an update without changes to values that were sent as they are stored, in a form that no body can set today. */
export function keepForms(plan: WritePlan, previous: Readonly<ChangesetRow>): WritePlan {
  const values = { ...plan.values };
  const errors = Object.assign(noErrors(), plan.errors);
  for (const [name, sent] of plan.sentAs) {
    if (isSame(previous[name], sent.value)) values[name] = sent.value;
    else Object.assign(errors, sent.errors);
  }
  return { ...plan, values, errors };
}

type Arriving = Pick<Request, 'actor' | 'resource' | 'id' | 'signal'>;

/** The values after the hook before the transaction, without those that it may not see. */
async function arrive(
  services: Services,
  { actor, resource, id, signal }: Arriving,
  sent: Values,
  hidden: ReadonlySet<string> = new Set(),
): Promise<Values> {
  const values = { ...sent };
  for (const name of hidden) delete values[name];
  const row = hidden.has('id') ? null : id;
  await resource.definition.hooks?.beforeTransaction?.({ id: row, values, actor, services, signal });
  return values;
}
