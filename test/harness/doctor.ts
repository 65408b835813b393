/** Single rows of `npm run doctor`. */
import { contentRows, keyRow, sealedRows } from '../../commands/doctor/content.ts';
import { fileRows, openedRows, serverRows } from '../../commands/doctor/database.ts';
import { configuredRows, givenRows } from '../../commands/doctor/place.ts';
import { type Diagnosis, diagnose, type Known, type Row } from '../../commands/doctor/row.ts';
import { compiledRows, currentRows } from '../../commands/doctor/tables.ts';

const rows = [
  ...[givenRows, configuredRows, fileRows, serverRows, openedRows, compiledRows, currentRows, sealedRows],
  ...[[keyRow], contentRows],
].flat();

/** What a row finds in what is known; or in a value, in place of what it would ask for. */
export async function askDoctor(
  what: string,
  known: Partial<Known>,
  instead: Pick<Row, 'ask'> | null = null,
): Promise<Diagnosis[]> {
  const row = rows.find((one) => one.what === what);
  if (!row) throw new Error(`There is no row ${what}.`);
  return diagnose({ ...row, ...instead }, known);
}
