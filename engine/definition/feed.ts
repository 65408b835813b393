/** How rows stand in calendars that people subscribe to. */
import type { Where } from '../kinds/where.ts';
import type { Fields } from './types.ts';

export interface Feed<F extends Fields> {
  /** The moment at which a row begins; of several fields, the first that the row has. */
  readonly from: (keyof F & string) | readonly (keyof F & string)[];
  /** How many minutes it takes; an hour where nothing is said. */
  readonly minutes?: keyof F & string;
  /** Rows that are called off: calendars show them as that for 30 days more. */
  readonly canceled?: Where;
  /** The rows that are in calendars; all where nothing is said. */
  readonly where?: Where;
  /** Whose own a row is: a field that refers to users, or such a field of a row that it refers to (`plan_id.operator_ids`). */
  readonly own?: string;
  /** The reference that says where it is: the name of that row, with those of the rows that the reference includes. */
  readonly place?: keyof F & string;
  /** Of rows with the same reference the next one alone. */
  readonly next?: keyof F & string;
  /** Whether the rows are not certain yet. */
  readonly tentative?: true;
}
