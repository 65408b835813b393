/** Refuses readings that a meter cannot have shown. The meter's row is locked, so that its other readings do not change. */
import { type HookContext, type Message, momentAt, say } from '../../engine/index.ts';
import { timezoneOf } from '../plan-work/site.ts';
import { type CounterReading, gainOf, type Misfit, misfitOf } from './counter.ts';
import { metersOf, neighboursOf, type ReadingRow, type Work } from './rows.ts';

/** A refusal shows moments to the user. */
export type Telling = Work & Pick<HookContext, 'actor'>;

interface Judging extends Telling {
  readonly previous: unknown;
  fail(field: 'value' | 'is_reset', message: Message): void;
}

/** Checks a new reading. An existing one is either voided or unchanged. */
export async function checkReading(
  reading: CounterReading & { readonly meter_id: number },
  judging: Judging,
): Promise<void> {
  if (judging.previous !== null) return;
  const { fail } = judging;
  const meter = await metersOf(judging).of(reading.meter_id);
  if (meter.kind === 'gauge') {
    if (reading.is_reset) fail('is_reset', countersReset);
    return;
  }
  if (reading.value < 0) return fail('value', negative);
  const { before, after } = await neighboursOf(judging, reading);
  const misfit = misfitOf<CounterReading>(reading, before, after, meter.max_per_day);
  if (misfit) fail('value', await misfitInWords(judging, misfit, meter));
}

async function misfitInWords(
  work: Telling,
  misfit: Misfit<CounterReading>,
  { site_id, unit }: { readonly site_id: number; readonly unit: string },
): Promise<Message> {
  const timezone = await timezoneOf(work, site_id);
  const at = ({ read_at }: CounterReading) => momentAt(read_at, timezone, work.actor);
  if (misfit.kind === 'too much') return say(tooMuch, { most: misfit.most, unit, since: at(misfit.since) });
  const { from, until } = misfit;
  const params = {
    ...(from && { low: from.value, since: at(from) }),
    ...(until && { high: until.value, until: at(until) }),
  };
  if (from && until) return say(between, params);
  return say(from ? notBelow : notAbove, params);
}

/** The reason why a reset cannot be voided: the counter would run backwards between its neighbours. Null if it can. */
export async function backwardsWithout(
  work: Telling,
  before: ReadingRow | null,
  after: ReadingRow | null,
  siteId: number,
): Promise<Message | null> {
  if (!before || !after || after.is_reset || gainOf(after, before) >= 0) return null;
  const read_at = momentAt(after.read_at, await timezoneOf(work, siteId), work.actor);
  return say(wouldRunBackwards, { value: after.value, read_at, low: before.value });
}

const countersReset = say('Only a counter can be reset.');
const negative = say('A counter shows 0 or more.');
const between = say('Must lie between {low} ({since}) and {high} ({until}).');
const notBelow = say('Must not be below {low} ({since}): a counter never runs backwards.');
const notAbove = say('Must not be above {high} ({until}): a counter never runs backwards.');
const tooMuch = say(
  'The meter gains at most {most} {unit} from {since} until then: it cannot have gained more.',
);
const wouldRunBackwards = say(
  'The reading {value} of {read_at} follows, which would then be below {low}: void that one first.',
);
