/** The person, rate and time of a labour entry: missing values are filled in. */
import {
  type Actor,
  and,
  type Condition,
  eq,
  Failure,
  type GuardContext,
  type HookContext,
  type Message,
  momentAt,
  type Refusals,
  say,
  texts,
  writeLocked,
} from '../../engine/index.ts';
import { timezoneOf } from '../plan-work/site.ts';
import { dayAt } from '../plans/local-time.ts';
import { isTooLong, minutesBetween } from './amount.ts';
import { endEntries, manage, overForgotten } from './clocks.ts';

/** The known values of a new entry. */
interface Person {
  user_id: number | undefined;
  trade_id: number | undefined;
  hourly_rate: number | undefined;
}

interface Times {
  readonly user_id: number | undefined;
  minutes: number | null;
  worked_on: string;
  readonly started_at: string | null;
  readonly ended_at: string | null;
}

/** An entry in stored form. */
interface Entry {
  readonly id: number;
  readonly site_id: number | null;
  readonly maintenance_id: number;
  readonly user_id: number;
  readonly trade_id: number;
  readonly hourly_rate: number;
  readonly minutes: number | null;
  readonly worked_on: string;
  readonly started_at: string | null;
  readonly ended_at: string | null;
  readonly amount: number | null;
}

interface Judging extends HookContext {
  readonly id: number | null;
  readonly siteId: number | null;
  readonly previous: Pick<Entry, Exclude<keyof Entry, 'id' | 'site_id'>> | null;
  sent(field: string): boolean;
  fail(field: keyof Times | keyof Person, message: Message): void;
}

/**
 * Fills in person, trade and rate. Defaults: the user, the trade of the person's latest entry at this site, the present rate of
 * the trade. A rate does not change until the trade changes.
 *
 * @throws Failure 403 for an entry of another person, or an own choice of rate, without the permission to manage
 */
export async function settlePerson(entry: Person, judging: Judging): Promise<void> {
  const { actor, previous, sent, fail } = judging;
  entry.user_id ??= actor.id ?? undefined;
  if (entry.user_id !== actor.id) refuseUnmanaged(actor);
  entry.trade_id ??= await usualTrade(entry.user_id, judging);
  if (entry.trade_id === undefined) return fail('trade_id', noTrade);
  const isKept = previous?.trade_id === entry.trade_id;
  const rate = isKept ? previous.hourly_rate : await rateOf(entry.trade_id, judging);
  const isChosen =
    sent('hourly_rate') && ![undefined, rate, previous?.hourly_rate].includes(entry.hourly_rate);
  if (isChosen) refuseUnmanaged(actor);
  else entry.hourly_rate = rate;
}

/** The people that a form offers: the user, and everyone for users who manage. */
export function peopleFor({ id, permissions }: Actor): Condition {
  return permissions.has(manage) ? and() : eq('id', id ?? 0);
}

/** Only users who manage may change another person's entry. */
export async function guardEntries(ids: readonly number[], { db, actor }: GuardContext): Promise<Refusals> {
  if (actor.permissions.has(manage)) return new Map();
  const rows: { id: number }[] = await db('labour_entries')
    .whereIn('id', ids)
    .whereNot('user_id', actor.id ?? 0)
    .select('id');
  return new Map(rows.map(({ id }) => [Number(id), unmanaged()]));
}

function refuseUnmanaged({ permissions }: Actor): void {
  if (!permissions.has(manage)) throw unmanaged();
}

const unmanaged = () => new Failure('forbidden', { message: say(texts.permission, { permission: manage }) });

async function usualTrade(
  userId: number | undefined,
  { rows, siteId }: Judging,
): Promise<number | undefined> {
  const where = { user_id: userId ?? 0, site_id: siteId };
  const [latest] = await rows<Entry>('labour-entries').find(where, { order: '-worked_on', limit: 1 });
  const isOffered = latest && (await rows('trades').has({ id: latest.trade_id, active: true }));
  return isOffered ? latest.trade_id : undefined;
}

async function rateOf(tradeId: number, { rows }: Judging): Promise<number> {
  const [trade] = await rows<{ readonly id: number; readonly hourly_rate: number }>('trades').find({
    id: tradeId,
  });
  if (!trade) throw new Error(`The trade ${tradeId} was there when it was referred to.`);
  return trade.hourly_rate;
}

/** An entry has either minutes and a day, or a start and an end, from which minutes and day follow. */
export async function settleTimes(entry: Times, judging: Judging): Promise<void> {
  const { now, siteId, fail } = judging;
  const timezone = await timezoneOf(judging, siteId ?? 0);
  const { started_at: start, ended_at: end } = entry;
  if (start === null) {
    if (!entry.minutes) fail('minutes', noMinutes);
    if (entry.worked_on > dayAt(now, timezone))
      fail('worked_on', say(texts.future, { field: say('day of the work') }));
    return;
  }
  // It would hide the entry beside it from the check of overlaps.
  if (start === end) fail('ended_at', noDuration);
  if (end !== null && isTooLong(start, end)) {
    // The clock was forgotten: it cannot be stopped now.
    const isForgotten = judging.previous?.started_at === start && judging.previous.ended_at === null;
    fail(
      'ended_at',
      isForgotten ? say(forgotten, { from: momentAt(start, timezone, judging.actor) }) : tooLong,
    );
  }
  const minutes = end === null ? null : minutesBetween(start, end);
  const day = dayAt(start, timezone);
  if (isOther('minutes', entry.minutes, minutes, judging)) fail('minutes', follows);
  if (isOther('worked_on', entry.worked_on, day, judging)) fail('worked_on', follows);
  entry.minutes = minutes;
  entry.worked_on = day;
  // Where the trade is wrong, nothing has filled in the person.
  await refuseOverlap(entry.user_id ?? judging.actor.id ?? 0, start, end, timezone, judging);
}

/** Whether the client sent a value that differs from the derived one, and from what a form has read. */
function isOther(
  name: 'minutes' | 'worked_on',
  value: unknown,
  following: unknown,
  { previous, sent }: Judging,
): boolean {
  return sent(name) && value !== null && value !== following && value !== previous?.[name];
}

/**
 * Refuses times that overlap with others of the person, at any site. Of two concurrent writes, also on two nodes, the second
 * waits for the person's lock, and then sees the entry of the first.
 */
async function refuseOverlap(
  userId: number,
  start: string,
  end: string | null,
  timezone: string,
  judging: Judging,
): Promise<void> {
  const { db, rows, id, siteId, previous, actor, fail } = judging;
  if (previous?.user_id === userId && previous.started_at === start && previous.ended_at === end) return;
  await rows('users').of(userId);
  await writeLocked(db, 'users', [userId]);
  // Existing entries do not overlap, so it is enough to check the last one that starts before the end.
  const started_at = end === null ? { not: null } : { not: null, lt: end };
  const others = { user_id: userId, started_at, ...(id !== null && { id: { not: id } }) };
  const [other] = await rows<Entry>('labour-entries').find(others, { order: '-started_at', limit: 1 });
  if (!other?.started_at || (other.ended_at !== null && other.ended_at <= start)) return;
  // To begin other work ends what runs.
  const isBegun = id === null && end === null && other.ended_at === null && other.started_at < start;
  const isReached = other.site_id === siteId || userId === actor.id;
  if (isBegun && isReached && !isTooLong(other.started_at, start)) {
    return endEntries(judging, [other], () => start);
  }
  // Only users who see its site may know its name.
  if (other.site_id !== siteId && !actor.site?.is_headquarters) return fail('started_at', overlapElsewhere);
  const [work] = await rows<{ readonly id: number; readonly name: string }>('maintenances').find({
    id: other.maintenance_id,
  });
  const clock = (moment: string) => momentAt(moment, timezone, actor);
  const from = clock(other.started_at);
  const running = isTooLong(other.started_at, judging.now) ? overForgotten : overlapRunning;
  if (other.ended_at === null) fail('started_at', say(running, { name: work?.name ?? '', from }));
  else fail('started_at', say(overlap, { name: work?.name ?? '', from, until: clock(other.ended_at) }));
}

const noTrade = say('Choose a trade: this person has no entry yet whose trade could be taken.');
const noMinutes = say('Send either minutes, at least 1, or the start.');
const follows = say('It follows from start and end: leave it out.');
const noDuration = say('The work ends after it began: there is none of no length.');
const tooLong = say('An entry lasts 24 hours at most.');
const forgotten = say(
  'An entry lasts 24 hours at most, and this one runs since {from}. Edit it, and enter when the work ended.',
);
const overlap = say('It overlaps with the entry for “{name}” from {from} to {until}.');
const overlapRunning = say('It overlaps with the entry for “{name}” that runs since {from}.');
const overlapElsewhere = say('It overlaps with an entry of the same person at another site.');
/** Message if a clock of the person is already running. */
export const runsAlready = say('An entry of this person is running already: end it first.');
