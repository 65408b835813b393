/** Valid maintenance plans. */
import {
  type Body,
  defineSpecimen,
  type Fitting,
  type Place,
  type SpecimenMaker,
} from '../package/testing/index.ts';

export default defineSpecimen({
  reason: 'The days of a rule go with its frequency, both ends of a season together, units with a counter.',
  async fit(body, fitting) {
    await fitUnits(body, fitting);
    if (body.basis !== 'meter') fitPlan(body, fitting.pinned);
  },
  narrower: ['lead_units'],
  // A plan with one of them needs the other.
  required: ['frequency'],
  unchangeable: ['basis', 'frequency', 'meter_id', 'every_units', 'lead_units', 'tolerance_units'],
  values: {
    every_units: (_place, variant) => 500 + variant,
    lead_units: (_place, variant) => variant % 9,
    // In the future: each past date would be recorded.
    starts_on: (_place, variant) => `2098-0${1 + (variant % 9)}-01`,
    ends_on: (_place, variant) => `2099-0${1 + (variant % 9)}-01`,
    month_day: (_place, variant) => 1 + (variant % 28),
    nth: (_place, variant) => 1 + (variant % 4),
    season_from: (_place, variant) => `01-0${1 + (variant % 9)}`,
    season_until: (_place, variant) => `11-0${1 + (variant % 9)}`,
    material_ids: async (place, _variant, specimens) => [
      await specimens.refer('maintenance-plans', 'material_id', place, 0),
    ],
  },
  populate: (place, specimens) => workPlan(place, specimens),
  // The next date of a plan depends on what is written: it is rescheduled, and dates that were due are recorded first.
  writeQueries: 38,
});

/** A plan with a maintenance for one date, and a skipped date. */
async function workPlan(place: Place, specimens: SpecimenMaker): Promise<void> {
  const starts_on = new Date().toISOString().slice(0, 10);
  const pin = {
    starts_on,
    frequency: 'day',
    ends_on: null,
    season_from: null,
    catch_up: 'all',
    active: true,
  };
  const { id } = await specimens.make('maintenance-plans', place, {
    pin: { ...pin, max_occurrences: null, lead_days: 7 },
  });
  await specimens.clientAt(place).post(`/maintenance-plans/${id}/generate`, {});
}

/** A plan goes by the calendar. If a pinned field belongs to a meter, it also goes by that. */
async function fitUnits(body: Body, { pinned, place, current, specimens }: Fitting): Promise<void> {
  const none = (name: string) => (name === 'lead_units' ? 0 : null);
  const stays = (name: string) => pinned.has(name) && (body[name] ?? none(name)) !== none(name);
  const units = ['meter_id', 'every_units', 'tolerance_units', 'lead_units'];
  const leave = (values: Body) => {
    for (const [name, value] of Object.entries(values)) if (!pinned.has(name)) body[name] = value;
  };
  leave({
    basis: units.some(stays)
      ? stays('schedule') && body.schedule === 'fixed'
        ? 'meter'
        : 'either'
      : 'calendar',
  });
  if (body.basis !== 'meter') leave({ frequency: body.frequency ?? current?.frequency ?? 'month' });
  if (body.basis === 'calendar') {
    leave({ meter_id: null, every_units: null, tolerance_units: null, lead_units: 0 });
    return;
  }
  if (body.basis === 'either') leave({ schedule: 'floating' });
  else {
    leave({ frequency: null, weekdays: null, month_day: null, nth: null, nth_weekday: null, ends_on: null });
    leave({ max_occurrences: null, season_from: null, season_until: null, tolerance_days: null });
    leave({ due_time: '08:00', every: 1, on_closed_day: 'keep', lead_days: 7 });
  }
  const material_id = body.material_id ?? current?.material_id;
  const counter = { pin: { kind: 'counter', material_id, active: true } };
  if (typeof body.meter_id !== 'number')
    leave({ meter_id: (await specimens.make('meters', place, counter)).id });
  leave({ every_units: Number(body.every_units ?? 500) });
  if (Number(body.lead_units ?? 0) >= Number(body.every_units)) {
    if (pinned.has('lead_units')) body.every_units = Number(body.lead_units) + 1;
    else body.lead_units = 0;
  }
}

/** Removes conflicting fields of a rule, except pinned ones. */
function fitPlan(body: Body, pinned: ReadonlySet<string>): void {
  const has = (name: string) => body[name] !== null && body[name] !== undefined;
  const stays = (...names: string[]) => names.some((name) => pinned.has(name) && has(name));
  const byMonth = stays('month_day', 'nth', 'nth_weekday');
  if (byMonth || stays('weekdays')) {
    body.schedule = 'fixed';
    body.frequency = byMonth ? 'month' : 'week';
  }
  const isFixed = body.schedule === 'fixed';
  if (!isFixed || body.frequency !== 'week') body.weekdays = null;
  const byWeekday = stays('nth', 'nth_weekday');
  if (!isFixed || !['month', 'year'].includes(String(body.frequency)) || byWeekday) body.month_day = null;
  if (!isFixed || body.frequency !== 'month' || !byWeekday) {
    body.nth = null;
    body.nth_weekday = null;
  } else {
    body.nth ??= 1;
    body.nth_weekday ??= 'mon';
  }
  const hasSeason = stays('season_from', 'season_until')
    ? true
    : has('season_from') && has('season_until') && !pinned.has('season_from') && !pinned.has('season_until');
  body.season_from = hasSeason ? (body.season_from ?? '02-01') : null;
  body.season_until = hasSeason ? (body.season_until ?? '10-31') : null;
  if (has('ends_on') && String(body.ends_on) < String(body.starts_on)) {
    if (pinned.has('ends_on')) body.starts_on = body.ends_on;
    else body.ends_on = body.starts_on;
  }
}
