/** A row on its way in: joined from what is stored, what is sent and what is declared, and checked. */
import type { Knex } from 'knex';
import type { FieldErrors } from '../failure.ts';
import { type FieldModel, isList, type Resource } from '../model/resource.ts';
import type { Actor } from '../policy.ts';
import { loadIds, loadWords } from '../read/nested.ts';

/** Values of a row by field name, in the form an answer has them. */
export type ChangesetRow = Record<string, unknown>;

/** A write as far as it has come. */
export interface Changeset {
  readonly resource: Resource;
  readonly row: ChangesetRow;
  readonly previous: Readonly<ChangesetRow> | null;
  /** Names of the fields the request named. */
  readonly sent: ReadonlySet<string>;
  readonly errors: FieldErrors;
}

/** The defaults that a create takes for what was not sent. */
export function defaultsOf(resource: Resource, now: string): ChangesetRow {
  const row: ChangesetRow = {};
  for (const { name, facts } of resource.fields.values()) {
    if (facts.default !== undefined) row[name] = facts.default === 'now' ? now : facts.default;
    else if (facts.nullable && !facts.optional) row[name] = null;
  }
  return row;
}

/** A row as hooks and checks see it: its stored values with those that live in other tables. */
export async function completeRow(
  db: Knex,
  viewer: Actor,
  resource: Resource,
  stored: Readonly<ChangesetRow>,
): Promise<ChangesetRow> {
  const row: ChangesetRow = {};
  for (const field of resource.fields.values()) {
    const { name } = field;
    if (isList(field)) row[name] = await loadList(db, viewer, field, Number(stored.id));
    else if (name in stored) row[name] = stored[name];
  }
  return row;
}

async function loadList(db: Knex, viewer: Actor, field: FieldModel, id: number): Promise<unknown> {
  const { facts } = field;
  if (facts.kind === 'references') return (await loadIds(db, facts, [id])).get(id) ?? [];
  if (facts.kind === 'words') return (await loadWords(db, facts, [id])).get(id) ?? [];
  return facts.kind === 'nested' ? (await facts.load([id], db, viewer)).get(id) : undefined;
}

/** Whether a field has another value than before; true for every field at creation. */
export function differs(draft: Changeset, name: string): boolean {
  return !draft.previous || JSON.stringify(draft.row[name]) !== JSON.stringify(draft.previous[name]);
}
