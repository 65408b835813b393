/** How rows appear in calendar subscriptions. */
import type { Where } from '../../kinds/where.ts';
import type { Fields } from '../../definition/types.ts';

export interface Feed<F extends Fields> {
  /** The moment at which a row begins. Of several fields, the first one that has a value. */
  readonly from: (keyof F & string) | readonly (keyof F & string)[];
  /** The duration in minutes. Default: one hour. */
  readonly minutes?: keyof F & string;
  /** Cancelled rows. Calendars show them as cancelled for 30 more days. */
  readonly canceled?: Where;
  /** The rows that appear in calendars. Default: all. */
  readonly where?: Where;
  /** The owners of a row: a field that refers to users, or such a field of a referenced row (`plan_id.operator_ids`). */
  readonly own?: string;
  /** The reference that gives the place: the name of that row, with the names of the rows that the reference includes. */
  readonly place?: keyof F & string;
  /** Of rows with the same reference, only the next one appears. */
  readonly next?: keyof F & string;
  /** The rows are tentative. */
  readonly tentative?: true;
}
