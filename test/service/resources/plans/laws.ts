/** Rules that plans, their dates and their maintenances always obey, after all actions of people and tasks. */
import type { Knex } from 'knex';
import { DateTime } from 'luxon';
import { showInstant } from '../../../../engine/values.ts';

type Row = Readonly<Record<string, unknown>>;

const day = 86_400_000;
const shown = (stored: unknown): string | null => (stored === null ? null : showInstant(String(stored)));
const orderOf: Readonly<Record<string, readonly unknown[]>> = {
  open: ['planned', 'in_progress'],
  done: ['completed'],
  skipped: ['canceled', undefined],
  scheduled: [undefined],
};

/**
 * What is broken of a database, each a sentence: sequences with a gap or twice the same, a date recorded twice, a maintenance
 * without its date or the other way round, states that do not agree, a plan that has stopped, one that tells of another date
 * than is scheduled, a date on a day that is closed by now, units that are due and foreseen all the same.
 */
export async function brokenPlans(knex: Knex): Promise<string[]> {
  const plans: Row[] = await knex('maintenance_plans').orderBy('id');
  const occurrences: Row[] = await knex('plan_occurrences').orderBy(['maintenance_plan_id', 'sequence']);
  const orders: Row[] = await knex('maintenances').whereNotNull('maintenance_plan_id');
  const closures: Row[] = await knex('closures');
  const hours: Row[] = await knex('working_hours');
  const totals: Row[] = await knex('meter_readings')
    .where({ voided: false })
    .groupBy('meter_id')
    .select('meter_id', { total: knex.raw('max(total)') });
  const ran = new Map(totals.map(({ meter_id, total }) => [meter_id, Number(total)]));
  const zones = new Map((await knex('sites')).map(({ id, timezone }) => [id, String(timezone)]));
  const isClosed = (siteId: unknown, date: string) => {
    const own = hours.filter(({ site_id }) => site_id === siteId);
    const weekday = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'][
      new Date(`${date}T00:00:00Z`).getUTCDay()
    ];
    return (
      closures.some((one) => one.site_id === siteId && String(one.day).slice(0, 10) === date) ||
      (own.length > 0 && !own.some((one) => one.weekday === weekday))
    );
  };
  const broken: string[] = [];
  const byOrder = new Map(occurrences.map((one) => [one.maintenance_id, one]));
  for (const order of orders) {
    const occurrence = byOrder.get(order.id);
    if (occurrence?.maintenance_plan_id !== order.maintenance_plan_id)
      broken.push(`The maintenance ${order.id} has no date of its plan.`);
  }
  const orderById = new Map(orders.map((one) => [one.id, one]));
  for (const plan of plans) {
    const own = occurrences.filter((one) => one.maintenance_plan_id === plan.id);
    const tell = (what: string) => broken.push(`Plan ${plan.id} (${plan.name}, ${plan.schedule}): ${what}.`);
    if (own.some(({ sequence }, at) => sequence !== at + 1))
      tell(`has the sequences ${own.map(({ sequence }) => sequence).join()}`);
    for (const one of own) {
      const order = orderById.get(one.maintenance_id);
      if (one.maintenance_id !== null && !order)
        tell(`date ${one.sequence} names a maintenance that is not there`);
      if (!orderOf[String(one.state)]?.includes(order?.status))
        tell(`date ${one.sequence} is ${one.state}, its maintenance ${order?.status}`);
      if ((one.state === 'skipped') !== (one.skip_reason !== null))
        tell(`date ${one.sequence} is ${one.state}, for ${one.skip_reason}`);
      if (order && order.due_at !== one.due_at)
        tell(`date ${one.sequence} and its maintenance are due differently`);
      if ((one.state === 'scheduled') !== (one.generated_at === null))
        tell(`date ${one.sequence} is ${one.state}, and was generated ${one.generated_at}`);
    }
    const counted = own
      .filter((one) => plan.schedule === 'fixed' && one.skip_reason !== 'overtaken')
      .map(({ original_due_at, rule_day, due_units }) => `${original_due_at} of ${rule_day} ${due_units}`);
    const twice = counted.filter((one, at) => counted.indexOf(one) !== at);
    if (twice.length > 0) tell(`dates are recorded twice: ${twice.join()}`);
    const scheduled = own.filter(({ state }) => state === 'scheduled');
    const waits = plan.schedule === 'floating' && own.some(({ state }) => state === 'open');
    const most = plan.max_occurrences;
    const ended = most !== null && own.some((one) => one.state !== 'scheduled' && one.rule_number === most);
    const wanted = !plan.active || waits || ended ? 0 : 1;
    // Without a valid reading, the next date is not known.
    const isUnknown = plan.basis === 'meter' && !ran.has(plan.meter_id) && scheduled.length === 0;
    if (scheduled.length !== wanted && !isUnknown)
      tell(`has ${scheduled.length} dates scheduled, not ${wanted}`);
    const [next] = scheduled;
    const dueAt = shown(next?.due_at ?? null);
    const units = next?.due_units ?? null;
    const isForeseen = units !== null && (dueAt === null || Boolean(next?.estimated));
    const lead = units === null ? Number(plan.lead_days) * day : 0;
    const moment = isForeseen || !dueAt ? null : new Date(Date.parse(dueAt) - lead).toISOString();
    const run = ran.get(plan.meter_id) ?? 0;
    if (units !== null && isForeseen === run >= Number(units) - Number(plan.lead_units))
      tell(`${units} are ${isForeseen ? 'foreseen' : 'due'}, and ${run} have run`);
    if (shown(plan.next_due_at) !== dueAt) tell(`tells of ${plan.next_due_at}, and ${dueAt} is scheduled`);
    // What the calendar has behind an estimate is its own.
    const isOwn = plan.basis === 'either' && isForeseen;
    if (!isOwn && shown(plan.next_generation_at) !== moment)
      tell(`comes due ${plan.next_generation_at}, not ${moment}`);
    const completed =
      own
        .map(({ completed_at }) => shown(completed_at) ?? '')
        .sort()
        .at(-1) || null;
    if (shown(plan.last_completed_at) !== completed)
      tell(`was completed ${completed}, and tells of ${plan.last_completed_at}`);
    if (!next || units !== null || plan.on_closed_day === 'keep' || next.due_at !== next.original_due_at)
      continue;
    // By the clocks of the site, as the rule means it.
    const at = DateTime.fromISO(String(shown(next.original_due_at)), {
      zone: zones.get(plan.site_id) ?? 'utc',
    });
    const date = String(at.toISODate());
    const ruled = String(next.rule_day).slice(0, 10);
    if (isClosed(plan.site_id, date) && next.foreseen !== 'closed_day')
      tell(`its next date ${date} is closed`);
    if (!isClosed(plan.site_id, ruled) && date !== ruled)
      tell(`its next date ${date} was moved from ${ruled}, which is open`);
    if (!isClosed(plan.site_id, ruled) && next.foreseen === 'closed_day')
      tell(`${date} is taken by a closure that is gone`);
  }
  return broken;
}
