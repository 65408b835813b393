/** The rows of a grouped report: labelled and ordered as in counts, then sorted by a figure, and limited. It uses no database. */

import { invalid } from '../../failure.ts';
import { heading, type Language, say } from '../../message.ts';
import { texts } from '../../messages.ts';
import { inSlices, sortedInSlices } from '../../signal.ts';
import { type Key, labelColumn } from '../counts/answer.ts';

type ReportRow = Readonly<Record<string, unknown>>;

/** The metadata of the groups. */
export interface KnownGroups {
  readonly key: Key;
  readonly names: ReadonlyMap<unknown, string | null>;
}

interface Cut {
  /** The figure to sort by, with `-` for descending; null for the order of the labels, or that of `run`. */
  readonly sort: string | null;
  readonly limit: number | null;
  /** The maximum number of rows. */
  readonly most: number;
  /** The rows are ordered already. */
  readonly ordered: boolean;
}

const together = say('total');

/**
 * @param groups null for all rows together
 * @throws Failure `validation_failed` on `by` for too many rows
 */
export async function reportRows(
  rows: readonly ReportRow[],
  groups: KnownGroups | null,
  { sort, limit, most, ordered }: Cut,
  language: Language,
): Promise<ReportRow[]> {
  if (!groups)
    return rows.map((row) => ({ ...row, value: null, label: heading(together, language) })).map(valueFirst);
  const told = limit ?? most;
  if (limit === null && rows.length > most) throw invalid({ by: [say(texts.tooManyRows, { limit: most })] });
  const kept = await rowsWithin(rows, sort, ordered, told);
  const values = kept.map(({ value }) => value);
  const { labels, places } = await labelled(values, groups, language);
  const own = new Map(values.map((value, place) => [value, place]));
  const placeOf = ({ value }: ReportRow) => (ordered ? own : places).get(value) ?? 0;
  const sorted = await sortedInSlices(
    kept,
    (one, other) => byFigure(one, other, sort) || placeOf(one) - placeOf(other),
  );
  return inSlices(sorted.slice(0, told), (row) => valueFirst({ ...row, label: labels.get(row.value) ?? '' }));
}

/** The rows that can be among the first ones, in their order: naming and comparing ten thousand labels takes a tenth of a second. */
async function rowsWithin(
  rows: readonly ReportRow[],
  sort: string | null,
  ordered: boolean,
  count: number,
): Promise<readonly ReportRow[]> {
  if (rows.length <= count) return rows;
  if (sort === null) return ordered ? rows.slice(0, count) : rows;
  const sorted = await sortedInSlices(rows, (one, other) => byFigure(one, other, sort));
  const last = sorted[count - 1];
  return last ? rows.filter((row) => byFigure(row, last, sort) <= 0) : rows;
}

/** The labels of the groups' values, and their positions in the order of these labels. */
export async function labelled(values: Iterable<unknown>, { key, names }: KnownGroups, language: Language) {
  const named = await inSlices(values, (value) => ({ values: [value], names: [names.get(value) ?? null] }));
  return labelColumn(named, key, 0, language);
}

function valueFirst({ value, label, ...figures }: ReportRow): ReportRow {
  return { value, label, ...figures };
}

/** Null comes last, ascending and descending. */
function byFigure(one: ReportRow, other: ReportRow, sort: string | null): number {
  if (sort === null) return 0;
  const descending = sort.startsWith('-');
  const [a, b] = [one, other].map((row) => row[descending ? sort.slice(1) : sort]);
  if (typeof a !== 'number' || typeof b !== 'number')
    return Number(typeof a !== 'number') - Number(typeof b !== 'number');
  return descending ? b - a : a - b;
}
