/** The rows of a report that groups: labelled and in order as counts have them, then by a figure, and cut. Pure. */

import { invalid } from '../../failure.ts';
import { heading, type Language, say } from '../../message.ts';
import { texts } from '../../messages.ts';
import { type Key, labelColumn } from './answer.ts';

type ReportRow = Readonly<Record<string, unknown>>;

/** What is known of the groups. */
export interface KnownGroups {
  readonly key: Key;
  readonly names: ReadonlyMap<unknown, string | null>;
}

interface Cut {
  /** A figure, with `-` the most first; null for that of the labels, or their own. */
  readonly sort: string | null;
  readonly limit: number | null;
  /** Most rows that are told. */
  readonly most: number;
  /** Whether the rows are in order already. */
  readonly ordered: boolean;
}

const together = say('total');

/**
 * @param groups null where all rows are told together
 * @throws Failure `validation_failed` on `by` for more rows than are told
 */
export function reportRows(
  rows: readonly ReportRow[],
  groups: KnownGroups | null,
  { sort, limit, most, ordered }: Cut,
  language: Language,
): ReportRow[] {
  if (!groups)
    return rows.map((row) => ({ ...row, value: null, label: heading(together, language) })).map(valueFirst);
  const told = limit ?? most;
  if (limit === null && rows.length > most) throw invalid({ by: [say(texts.tooManyRows, { limit: most })] });
  const values = rows.map(({ value }) => value);
  const { labels, places } = labelled(values, groups, language);
  const own = new Map(values.map((value, place) => [value, place]));
  const placeOf = ({ value }: ReportRow) => (ordered ? own : places).get(value) ?? 0;
  return [...rows]
    .sort((one, other) => byFigure(one, other, sort) || placeOf(one) - placeOf(other))
    .slice(0, told)
    .map((row) => valueFirst({ ...row, label: labels.get(row.value) ?? '' }));
}

/** What the values of groups are called, and their places in the order of that. */
export function labelled(values: Iterable<unknown>, { key, names }: KnownGroups, language: Language) {
  const named = [...values].map((value) => ({ values: [value], names: [names.get(value) ?? null] }));
  return labelColumn(named, key, 0, language);
}

function valueFirst({ value, label, ...figures }: ReportRow): ReportRow {
  return { value, label, ...figures };
}

/** Null comes last, whichever way. */
function byFigure(one: ReportRow, other: ReportRow, sort: string | null): number {
  if (sort === null) return 0;
  const descending = sort.startsWith('-');
  const [a, b] = [one, other].map((row) => row[descending ? sort.slice(1) : sort]);
  if (typeof a !== 'number' || typeof b !== 'number')
    return Number(typeof a !== 'number') - Number(typeof b !== 'number');
  return descending ? b - a : a - b;
}
