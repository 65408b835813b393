/** Rows that somebody chose, to do something with all of them at once. */
import type { Row } from '../../service/metadata.ts';

/** As many as are done in one request. */
export const mostChosen = 100;

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

/** What a refusal says of one of them. */
export interface Refused {
  readonly id: number;
  readonly text: string;
}
