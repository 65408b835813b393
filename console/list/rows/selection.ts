/** Rows that the user has chosen for a bulk change. */
import type { Row } from '../../service/metadata.ts';

/** The maximum number of chosen rows. */
export const mostChosen = 1000;

/** Chosen rows in the order of choice, across pages. */
export type Selection = ReadonlyMap<number, Row>;

export const noRows: Selection = new Map();

/** Adds or removes a row. A row above the maximum is not added. */
export function withToggled(selection: Selection, row: Row): Selection {
  const next = new Map(selection);
  if (!next.delete(row.id) && next.size < mostChosen) next.set(row.id, row);
  return next;
}

/** Adds all rows; removes them if all are chosen already. */
export function withAllToggled(selection: Selection, rows: readonly Row[]): Selection {
  const next = new Map(selection);
  if (rows.every(({ id }) => selection.has(id))) for (const { id } of rows) next.delete(id);
  else for (const row of rows) if (next.has(row.id) || next.size < mostChosen) next.set(row.id, row);
  return next;
}

/** Updates the chosen rows: their versions, and what may be done with them. */
export function refreshed(selection: Selection, listed: readonly Row[]): readonly Row[] {
  return [...selection.values()].map((row) => listed.find(({ id }) => id === row.id) ?? row);
}

/** Removes some of them. */
export function without(selection: Selection, ids: Iterable<number>): Selection {
  const out = new Set(ids);
  return new Map([...selection].filter(([id]) => !out.has(id)));
}

/** Messages of refusals, by row id. */
export type Refused = ReadonlyMap<number, string>;

export const noneRefused: Refused = new Map();
