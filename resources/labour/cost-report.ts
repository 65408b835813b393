/** The costs of materials as a report: its answer, and its queries. */
import {
  conditionSql,
  Integer,
  inSlices,
  Money,
  Nullable,
  queryMany,
  Ratio,
  type ReportContext,
  report,
  storeInstant,
} from '../../engine/index.ts';
import { zonesOf } from '../plan-work/site.ts';
import type { Day } from '../plans/days.ts';
import { startOfDay } from '../plans/local-time.ts';
import { Tally } from '../reliability/tally.ts';
import { Costs, mostRatio, type Source } from './costs.ts';

const most = 10_000_000_000_000;

function money(label: string, formula?: string) {
  return Money({ minimum: -most, maximum: most, label, ...(formula && { formula }) });
}

/** Reversals may exceed costs, and costs the value. */
function ratio(label: string, formula: string) {
  return Nullable(Ratio({ minimum: -mostRatio, maximum: mostRatio, label, formula }));
}

export const costs = report({
  on: 'collection',
  window: true,
  by: { choices: ['id', 'zone_id', 'equipment_class_id', 'criticality', 'site_id', 'month', 'week', 'day'] },
  label: 'Costs',
  summary:
    'Tells what the maintenance of materials cost, each cost at its own day, and how much that is of what they are worth.',
  answer: {
    cost: money('cost', 'parts + labour + services'),
    parts_cost: money('cost of parts', 'exits for maintenances − their reversals'),
    labour_cost: money('cost of labour', 'hours × hourly rate, of each entry'),
    service_cost: money('cost of services', 'amounts of the service costs'),
    preventive_cost: money('cost of prevention', 'of preventive, predictive and inspecting work'),
    preventive_share: ratio('share of prevention', 'prevention ÷ cost'),
    materials: Integer({ label: 'number of materials', heading: 'Materials' }),
    asset_value: money('value of the materials', 'replacement value, else purchase price'),
    without_value: Integer({ label: 'materials without a value' }),
    cost_without_value: money('cost of materials without a value'),
    cost_to_value: ratio('cost to value', '(cost − cost of materials without a value) ÷ value'),
  },
  behind: {
    periods: {
      parts_cost: { path: 'item-movements', within: 'moved_at', filled: 'maintenance_id' },
      labour_cost: { path: 'labour-entries', within: 'worked_on' },
      service_cost: { path: 'service-costs', within: 'incurred_on' },
    },
  },
  charts: [
    {
      title: 'Cost by month',
      draw: 'columns',
      y: ['parts_cost', 'labour_cost', 'service_cost'],
      input: { by: 'month' },
    },
  ],
  run: costsOf,
});

type Asked = Pick<ReportContext<object, true>, 'db' | 'where' | 'window' | 'by' | 'periods' | 'groups'>;

/** Each source: its table, its day or moment, its cents. */
const sources: Readonly<Record<Source, { table: string; at: string; cents: string; isMoment?: true }>> = {
  parts: { table: 'item_movements', at: 'moved_at', cents: 'cost', isMoment: true },
  labour: { table: 'labour_entries', at: 'worked_on', cents: 'amount' },
  service: { table: 'service_costs', at: 'incurred_on', cents: 'amount' },
};

/** @returns a row for each period of the window, for each group that occurs, or a single one */
async function costsOf(work: Asked) {
  const { window, periods } = work;
  const groups = await work.groups({ each: true });
  const values = await valuesOf(work);
  const tally = new Tally(work, () => new Costs());
  await inSlices(values, ([id, value]) => {
    const of = periods.length > 0 ? periods.map((one) => one.value) : groups.has(id) ? [groups.get(id)] : [];
    for (const one of of) tally.at(one).own(value);
  });
  const days = [...(periods.length > 0 ? periods.map(({ from }) => from) : [window.from]), window.until];
  await eachSpent(work, days, (material, period, spent) => {
    const value = values.get(material);
    // A row that was added after the others were read belongs to no group.
    if (value === undefined || !groups.has(material)) return;
    tally.at(periods.length > 0 ? periods[period]?.value : groups.get(material)).spend(spent, value !== null);
  });
  return inSlices(tally.sums, ([value, costs]) => ({ value, ...costs.figures() }));
}

/** The value of each material, in cents; null if unknown. */
async function valuesOf({ db, where }: Asked): Promise<Map<number, number | null>> {
  const { text, bindings } = conditionSql(where, 'm');
  const values = new Map<number, number | null>();
  const worth = {
    text: `select m.id as id, coalesce(m.replacement_value, m.purchase_price) as value from materials m where ${text}`,
    bindings,
  };
  await queryMany(db, ['id', 'value'], worth, ([id, value]) => {
    values.set(Number(id), value === null ? null : Number(value));
  });
  return values;
}

const costColumns = ['material', 'site', 'preventive', 'moment', 'cents'];

type Spending = (material: number, period: number, spent: Parameters<Costs['spend']>[0]) => void;

/** Iterates over the costs, by day at their site. @param days the starts of periods, and the end of the last one */
async function eachSpent({ db, where }: Asked, days: readonly Day[], spend: Spending): Promise<void> {
  const zones = await zonesOf(db, 'materials', where);
  const materials = conditionSql(where, 'm');
  for (const [name, { table, at, cents, isMoment }] of Object.entries(sources)) {
    const source = sourceOf(name);
    const starts = new Map([...zones].map(([site, zone]) => [site, isMoment ? startsOf(days, zone) : days]));
    const all = [...starts.values()];
    if (all.length === 0) return;
    // Moments in minutes: all offsets are whole minutes.
    const when = isMoment ? `substr(cast(c.${at} as char), 1, 16)` : `cast(c.${at} as char)`;
    const costs = {
      text:
        `select m.id as material, m.site_id as site, ` +
        `case when w.type in ('preventive', 'predictive', 'inspection') then 1 else 0 end as preventive, ` +
        `${when} as moment, sum(c.${cents}) as cents from materials m join maintenances w on w.material_id = m.id ` +
        `join ${table} c on c.maintenance_id = w.id where ${materials.text} and c.${cents} is not null ` +
        `and c.${at} >= ? and c.${at} < ? group by 1, 2, 3, 4`,
      bindings: [...materials.bindings, earliest(all), latest(all)],
    };
    await queryMany(db, costColumns, costs, ([material, site, preventive, moment, sum]) => {
      const period = placeIn(starts.get(Number(site)) ?? [], String(moment));
      if (period !== null)
        spend(Number(material), period, { source, cents: Number(sum), preventive: Number(preventive) === 1 });
    });
  }
}

function sourceOf(name: string): Source {
  if (name === 'parts' || name === 'labour' || name === 'service') return name;
  throw new Error(`${name} is no source of costs.`);
}

function startsOf(days: readonly Day[], zone: string): string[] {
  return days.map((day) => storeInstant(startOfDay(day, zone)));
}

const earliest = (all: readonly (readonly string[])[]): string =>
  all.map(([first = '']) => first).sort()[0] ?? '';
const latest = (all: readonly (readonly string[])[]): string =>
  all
    .map((one) => one.at(-1) ?? '')
    .sort()
    .at(-1) ?? '';

/** The index of the period with a moment; null for none. @param starts the starts of periods, and the end of the last one */
function placeIn(starts: readonly string[], moment: string): number | null {
  let [low, high] = [0, starts.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((starts[middle] ?? '').slice(0, moment.length) <= moment) low = middle + 1;
    else high = middle;
  }
  return low === 0 || low === starts.length ? null : low - 1;
}
