/** Right plans of maintenance. */
import { type Body, defineSpecimen, type Place, type SpecimenMaker } from '../package/testing/index.ts';

export default defineSpecimen({
  reason: 'The days of a rule go with its frequency, both ends of a season together.',
  fit: (body, { pinned }) => fitPlan(body, pinned),
  values: {
    // To come: what has passed would be kept, date by date.
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
  // A plan's next date follows from what is written: it is scheduled anew, and what had come due is recorded before.
  writeQueries: 34,
});

/** A plan of which one date has a maintenance, and one is skipped. */
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

/** What a rule cannot be together is taken out of it, but for what is to stay. */
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
