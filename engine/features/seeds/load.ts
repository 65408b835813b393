/** Inserts rows unchanged: history from another system, which today's rules might refuse. */
import { faultOf } from '../../database/fault.ts';
import { run } from '../../database/query.ts';
import type { FieldErrors } from '../../failure.ts';
import { parseInstant } from '../../kinds/scalars/instant.ts';
import { render, say } from '../../message.ts';
import { texts } from '../../messages.ts';
import { codeFields, hasColumn, type Resource } from '../../model/resource.ts';
import { isRequired, type Values } from '../../request/body.ts';
import { storedNow, storeInstant } from '../../values.ts';
import { type Changeset, defaultsOf } from '../../write/changeset.ts';
import { keptOwner, ownerIn, type WriteContext } from '../../write/context.ts';
import { insertRows, type Origin } from '../../write/store.ts';
import { referToFiles } from '../files/feature.ts';

/** The errors of a row, in English, by field; under an empty name if they belong to no field. */
export type RowProblems = Record<string, string>;

/** Errors of a request's fields, as text for a terminal. */
export function problemsOf(errors: FieldErrors): RowProblems {
  return Object.fromEntries(
    Object.entries(errors).map(([name, said]) => [name, said.map((one) => render(one, 'en')).join(' ')]),
  );
}

/** A row that cannot be stored. */
export class LoadError extends Error {
  override readonly name = 'LoadError';

  /** @param at index of the row, from 0 */
  constructor(
    readonly at: number,
    readonly problems: RowProblems,
    cause?: unknown,
  ) {
    super('A row cannot be stored.', { cause });
  }
}

interface LoadedRow {
  readonly draft: Changeset;
  readonly origin: Origin;
}

/**
 * Stores new rows of a resource with all derived data (defaults, sort keys, search text, version). Each value is checked against
 * the kind of its field, but no rule, hook or journal runs. A row may contain `id`, `created_at`, `updated_at`, `created_by_id`,
 * and read-only fields.
 *
 * @throws LoadError for the first invalid row
 */
export async function loadRows(
  writing: WriteContext,
  resource: Resource,
  given: readonly Values[],
): Promise<void> {
  const rows = given.map((values, at) => readSeedRow(writing, resource, values, at));
  try {
    await insertWhole(writing, rows);
  } catch (error) {
    if (databaseRefusal(error) === null) throw error;
    // None is stored: they are tried one by one to find the invalid row.
    for (const [at, row] of rows.entries()) {
      await insertWhole(writing, [row]).catch((cause: unknown) => {
        const message = databaseRefusal(cause);
        throw message ? new LoadError(at, { '': message }, cause) : cause;
      });
    }
  }
}

/**
 * Inserts all of them with their lists, or none. Readers and the sweep compact the counters later: this transaction uses the only
 * connection of SQLite.
 */
async function insertWhole(writing: WriteContext, rows: readonly LoadedRow[]): Promise<void> {
  const { db } = writing;
  const drafts = rows.map(({ draft }) => draft);
  await run(db, { text: 'savepoint loading', bindings: [] });
  try {
    await insertRows(db, drafts, (at) => rows[at]?.origin ?? originOf(writing, {}, at));
    await referToFiles(
      writing,
      drafts.map(({ resource, row }) => ({ resource, before: null, after: row })),
    );
  } catch (error) {
    if (databaseRefusal(error)) await run(db, { text: 'rollback to savepoint loading', bindings: [] });
    throw error;
  }
}

/** The database's reason to refuse a row; null for another error. */
function databaseRefusal(error: unknown): string | null {
  const kind = faultOf(error)?.kind;
  if (kind === 'duplicate') return 'Another row has a value that must be its own.';
  return kind === 'referenced' ? 'It refers to a row that is not there.' : null;
}

const unowned = {
  site_id: 'Rows of sites are written at one.',
  user_id: 'Rows of people are each of one.',
};

/** The keys of a row that are no fields of its definition. */
const ofOrigin = new Set(['id', 'created_at', 'updated_at', 'created_by_id']);

function readSeedRow(writing: WriteContext, resource: Resource, given: Values, at: number): LoadedRow {
  const { parts, actor, now } = writing;
  const owner = keptOwner(resource);
  const own = Object.entries(given).filter(
    ([name, value]) => value !== undefined && !ofOrigin.has(name) && name !== owner,
  );
  const { values, errors } = parts.readerOf(resource).code(Object.fromEntries(own));
  const row = { ...defaultsOf(resource.fields, now.toISOString(), actor, values), ...values };
  for (const field of codeFields(resource)) {
    const { name, label } = field;
    if (name in row || name in errors || !isRequired(field) || !hasColumn(field)) continue;
    errors[name] = [say(texts.required, { field: label })];
  }
  if (owner) row[owner] = given[owner] ?? ownerIn(resource, actor);
  const sent = new Set(Object.keys(values));
  const origin = originOf(writing, given, at);
  const problems = problemsOf(errors);
  if (owner && row[owner] === undefined) problems[owner] = unowned[owner];
  if (Object.keys(problems).length > 0) throw new LoadError(at, problems);
  return { draft: { resource, row, previous: null, sent, errors }, origin };
}

/** @throws LoadError */
function originOf({ actor, now }: WriteContext, given: Values, at: number): Origin {
  const instantOf = (name: string): string | undefined => {
    const value = given[name];
    if (value === undefined) return undefined;
    const iso = typeof value === 'string' ? parseInstant(value) : null;
    if (iso === null) throw new LoadError(at, { [name]: 'It is no moment such as 2026-01-31T08:00:00Z.' });
    return storeInstant(iso);
  };
  const idOf = (name: string): number | null => {
    const value = given[name] ?? null;
    if (value === null) return null;
    if (Number.isSafeInteger(value) && Number(value) > 0) return Number(value);
    throw new LoadError(at, { [name]: 'It is no id.' });
  };
  const id = idOf('id');
  const createdAt = instantOf('created_at') ?? storedNow(now);
  return {
    ...(id !== null && { id }),
    authorId: 'created_by_id' in given ? idOf('created_by_id') : actor.id,
    createdAt,
    updatedAt: instantOf('updated_at') ?? createdAt,
  };
}
