/** Rows of a resource, as seeds write them: any number of them, of which few are in memory at a time. */

import { faultOf } from '../../database/fault.ts';
import type { OtherRow, OtherRows } from '../../definition/hooks.ts';
import { Failure } from '../../failure.ts';
import { resourceAt } from '../../model/resource.ts';
import type { WriteContext } from '../../write/context.ts';
import { hookContext } from '../../write/hook-context.ts';
import { LoadError, loadRows, problemsOf, type RowProblems } from './load.ts';
import type { Rows, SeedRows } from './seed.ts';

/** An invalid row of a seed. The message names the file, the row and its fields, in one line. */
class SeedError extends Error {
  override readonly name = 'SeedError';
}

/** The progress of a seed. */
export interface SeedProgress {
  /** As in messages: `seeds/01-authors.ts`. */
  readonly file: string;
  /** The number of written rows by path. */
  readonly written: Map<string, number>;
}

/** How many rows one statement stores. */
const seedBatch = 200;

export type RunWrite = <T>(work: (writing: WriteContext) => Promise<T>) => Promise<T>;

/** @param write runs a write; each row or batch has its own, so that nothing accumulates */
export function seedRows(progress: SeedProgress, write: RunWrite, path: string): SeedRows<OtherRow> {
  const { written, file } = progress;
  const within = <T>(work: (rows: OtherRows<OtherRow>) => Promise<T>): Promise<T> =>
    write((writing) => work(hookContext(writing).rows<OtherRow>(path)));
  const refuse = (at: number, problems: RowProblems, cause: unknown): never => {
    const place = `${file}, row ${(written.get(path) ?? 0) + at + 1} of ${path}`;
    throw new SeedError(`${place}: ${problemText(problems, path)}`, { cause });
  };
  const count = (more: number) => written.set(path, (written.get(path) ?? 0) + more);
  const create = async (values: Partial<OtherRow>): Promise<OtherRow> => {
    try {
      const row = await within((rows) => rows.create(values));
      count(1);
      return row;
    } catch (error) {
      // Database errors may be retried.
      if (!(error instanceof Error) || faultOf(error)) throw error;
      const { errors } = error instanceof Failure ? error : {};
      return refuse(0, errors ? problemsOf(errors) : { '': error.message }, error);
    }
  };
  const load = async (values: readonly Partial<OtherRow>[]): Promise<void> => {
    try {
      await write((writing) => loadRows(writing, resourceAt(writing.parts.registry, path), values));
      count(values.length);
    } catch (error) {
      if (error instanceof LoadError) refuse(error.at, error.problems, error);
      throw error;
    }
  };
  return {
    of: (id) => within((rows) => rows.of(id)),
    whole: (id) => within((rows) => rows.whole(id)),
    find: (where, terms) => within((rows) => rows.find(where, terms)),
    has: (where) => within((rows) => rows.has(where)),
    change: (found, values, keep) => within((rows) => rows.change(found, values, keep)),
    add: (row, field, by) => within((rows) => rows.add(row, field, by)),
    addAll: (where, field, by) => within((rows) => rows.addAll(where, field, by)),
    delete: (found) => within((rows) => rows.delete(found)),
    create,
    createAll: (values) => each(values, 1, async ([row]) => void (row && (await create(row)))),
    load: (values) => each(values, seedBatch, load),
  };
}

/** Processes rows in batches. @returns their number */
async function each(
  values: Rows<OtherRow>,
  size: number,
  work: (some: readonly Partial<OtherRow>[]) => Promise<void>,
): Promise<number> {
  let count = 0;
  let some: Partial<OtherRow>[] = [];
  const settle = async (): Promise<void> => {
    if (some.length > 0) await work(some);
    count += some.length;
    some = [];
  };
  for await (const one of values) {
    some.push(one);
    if (some.length === size) await settle();
  }
  await settle();
  return count;
}

/** `name: The name is required.` */
function problemText(problems: RowProblems, path: string): string {
  return Object.entries(problems)
    .map(([name, text]) => {
      // The errors of rows that hooks create have the path as prefix.
      const field = name.startsWith(`${path}.`) ? name.slice(path.length + 1) : name;
      return field === '' ? text : `${field}: ${text}`;
    })
    .join(' ');
}
