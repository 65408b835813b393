/** The history of an item's stock: entries and exits of each period, and the stock at its end. */
import { inSlices, queryMany, type ReportContext, storeInstant } from '../../engine/index.ts';
import { timezoneOf } from '../plan-work/site.ts';
import { startOfDay } from '../plans/local-time.ts';

type Asked = Pick<ReportContext<object, true>, 'id' | 'db' | 'now' | 'rows' | 'periods' | 'window'>;

interface Level {
  readonly value: string | null;
  readonly entries: number;
  readonly exits: number;
  /** Null in future periods. */
  readonly stock: number | null;
}

const columns = ['minute', 'difference', 'entries', 'exits'] as const;

/** The movements of a minute. */
type MovedInMinute = Readonly<
  Record<Exclude<(typeof columns)[number], 'minute'>, number> & { minute: string }
>;

/** Every period of the window; without periods the whole window. Days are those of the item's site. */
export async function levelsOf(work: Asked): Promise<Level[]> {
  const { db, id, now, rows, window } = work;
  const [item] = await rows<{ readonly id: number; readonly site_id: number }>('items').find({ id: id ?? 0 });
  const timezone = await timezoneOf({ rows }, item?.site_id ?? 0);
  const startOf = (day: string) => storeInstant(startOfDay(day, timezone));
  const asked: Iterable<Asked['window'] & Pick<Level, 'value'>> =
    work.periods.length > 0 ? work.periods : [{ ...window, value: null }];
  // Grouped by minute: all offsets are whole minutes, and an item has thousands of movements.
  const sql = {
    text:
      'select substr(cast(m.moved_at as char), 1, 16) as minute, sum(m.signed_quantity) as difference, ' +
      "sum(case when m.type = 'entry' then m.quantity else 0 end) as entries, " +
      "sum(case when m.type = 'exit' then m.quantity else 0 end) as exits " +
      'from item_movements m where m.item_id = ? and m.moved_at < ? group by 1 order by 1',
    bindings: [id ?? 0, startOf(window.until)],
  };
  const moved: MovedInMinute[] = [];
  await queryMany(db, columns, sql, ([minute, difference, entries, exits]) => {
    moved.push({
      minute: String(minute),
      difference: Number(difference),
      entries: Number(entries),
      exits: Number(exits),
    });
  });
  const present = storeInstant(now);
  let stock = 0;
  let at = 0;
  return inSlices(asked, ({ value, from, until }) => {
    const [start, end] = [startOf(from), startOf(until)];
    let [entries, exits] = [0, 0];
    for (let row = moved[at]; row && row.minute < end.slice(0, 16); row = moved[++at]) {
      stock += row.difference;
      if (row.minute < start.slice(0, 16)) continue;
      entries += row.entries;
      exits += row.exits;
    }
    return { value, entries, exits, stock: start > present ? null : stock };
  });
}
