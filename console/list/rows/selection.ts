/** Rows that somebody chose, to do something with all of them at once. */
import type { Row } from '../../service/metadata.ts';

/** As many as can be chosen at once. */
export const mostChosen = 1000;

/** Chosen rows in the order in which they were, across pages. */
export type Selection = ReadonlyMap<number, Row>;

export const noRows: Selection = new Map();

/** With a row taken in, or taken out. One more than may be chosen is not taken. */
export function withToggled(selection: Selection, row: Row): Selection {
  const next = new Map(selection);
  if (!next.delete(row.id) && next.size < mostChosen) next.set(row.id, row);
  return next;
}

/** With all of these rows; without them where all are chosen already. */
export function withAllToggled(selection: Selection, rows: readonly Row[]): Selection {
  const next = new Map(selection);
  if (rows.every(({ id }) => selection.has(id))) for (const { id } of rows) next.delete(id);
  else for (const row of rows) if (next.has(row.id) || next.size < mostChosen) next.set(row.id, row);
  return next;
}

/** With what is known by now of the chosen rows: their versions, and what may be done with them. */
export function refreshed(selection: Selection, listed: readonly Row[]): readonly Row[] {
  return [...selection.values()].map((row) => listed.find(({ id }) => id === row.id) ?? row);
}

/** Without some of them. */
export function without(selection: Selection, ids: Iterable<number>): Selection {
  const out = new Set(ids);
  return new Map([...selection].filter(([id]) => !out.has(id)));
}

/** What refusals say of rows, by their ids. */
export type Refused = ReadonlyMap<number, string>;

export const noneRefused: Refused = new Map();
