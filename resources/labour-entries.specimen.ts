/** Valid entries. */
import { defineSpecimen } from '../package/testing/index.ts';

const hour = 3_600_000;
/** Every entry with times has its own slot: a person cannot have overlapping entries. */
let slots = 0;
const nextSlot = () => new Date(Date.parse('2020-01-01T08:00:00.000Z') + 2 * hour * slots++).toISOString();
const later = (moment: unknown, by: number) => new Date(Date.parse(String(moment)) + by).toISOString();

export default defineSpecimen({
  reason:
    'An entry has either minutes and a day or a start and an end, and these meet no others of the person. Whose it is, and the rate, is for those to say who manage.',
  asks: ['labour-entry.manage'],
  async fit(body, { pinned, current, place, specimens }) {
    if (!current && !pinned.has('trade_id'))
      body.trade_id ??= await specimens.refer('labour-entries', 'trade_id', place, 0);
    const times = ['minutes', 'worked_on', 'started_at', 'ended_at'];
    if (current && !times.some((name) => pinned.has(name))) return;
    const isPinned = (name: string) => pinned.has(name) && body[name] !== null && body[name] !== undefined;
    const isCounted = isPinned('minutes') || isPinned('worked_on');
    const hasTimes =
      isPinned('started_at') || isPinned('ended_at') || (!isCounted && body.started_at != null);
    if (!hasTimes) {
      if (!pinned.has('started_at') && (body.started_at != null || current?.started_at != null))
        body.started_at = null;
      if (!pinned.has('ended_at') && (body.ended_at != null || current?.ended_at != null))
        body.ended_at = null;
      if (!body.minutes && !current?.minutes) body.minutes = 30;
      return;
    }
    if (!pinned.has('minutes')) delete body.minutes;
    if (!pinned.has('worked_on')) delete body.worked_on;
    if (!isPinned('started_at'))
      body.started_at = isPinned('ended_at') ? later(body.ended_at, -hour) : nextSlot();
    if (!pinned.has('ended_at')) body.ended_at = later(body.started_at, hour);
  },
  required: ['minutes'],
  values: {
    started_at: nextSlot,
    ended_at: () => later(nextSlot(), hour),
    worked_on: (_place, variant) => `2024-02-${10 + (variant % 15)}`,
    minutes: (_place, variant) => 30 + (variant % 60),
  },
  narrower: ['minutes'],
  // They are derived.
  unchangeable: ['trade_id', 'minutes', 'worked_on', 'started_at', 'ended_at'],
  ready: {
    'clock-out': async (place, specimens) => {
      const { id: user_id } = await specimens.make('users', place);
      const started_at = later(new Date().toISOString(), -hour);
      return (await specimens.make('labour-entries', place, { pin: { user_id, started_at, ended_at: null } }))
        .id;
    },
  },
});
