/** The demo's year of work looks like that of a plant, seeded on any day: people book while they are at work. */
import { expect } from 'chai';
import { buildWorld, type World } from '../../../../seeds/demo/world.ts';

const day = 86_400_000;
const week = 7 * day;

/** Ends of months and years, the days around the changes of the clocks, a leap day: among them is each day of a week. */
const anchors = [
  ...['2026-03-28', '2026-03-29', '2026-03-30', '2026-10-25', '2026-10-27'],
  ...['2026-12-31', '2027-01-01', '2028-02-29', '2028-03-01'],
];

/** What the clock and the calendar on the wall of a place show. */
interface Wall {
  readonly hour: number;
  readonly weekday: string;
  /** `2026-11-22` */
  readonly date: string;
}

const formats = new Map<string, Intl.DateTimeFormat>();

function onTheWall(moment: number, timeZone: string): Wall {
  const format =
    formats.get(timeZone) ??
    new Intl.DateTimeFormat('en-GB', { timeZone, dateStyle: 'full', timeStyle: 'medium', hourCycle: 'h23' });
  formats.set(timeZone, format);
  const parts = new Map(format.formatToParts(moment).map(({ type, value }) => [type, value]));
  const date = [parts.get('year'), parts.get('month'), parts.get('day')].join(' ');
  return { hour: Number(parts.get('hour')), weekday: parts.get('weekday') ?? '', date };
}

const isNight = ({ hour }: Wall) => hour < 6 || hour >= 22;
const isWeekend = ({ weekday }: Wall) => weekday === 'Saturday' || weekday === 'Sunday';

/** An entry that a person made while at work. */
interface Booking {
  readonly what: string;
  readonly person: string;
  readonly moment: number;
  readonly wall: Wall;
}

function bookingsOf(world: World): Booking[] {
  const { incidents, maintenances, cleanings, movements } = world;
  return Object.entries({ incidents, maintenances, cleanings, movements }).flatMap(([what, rows]) =>
    rows.flatMap(({ id, site, created_by: author, created_at: moment }) => {
      // The rows of a plan have no author.
      if (author === null) return [];
      const person = `${author.username} at ${site.name}`;
      return [{ what: `${what} ${id}`, moment, person, wall: onTheWall(moment, site.timezone) }];
    }),
  );
}

/** How many of the moments lie in each whole week before today, the last one first; the weeks of the setting up apart. */
function perWeek(moments: readonly number[], today: number): number[] {
  const counts = Array.from({ length: 49 }, () => 0);
  for (const moment of moments) {
    const ago = Math.floor((today - 1 - moment) / week);
    if (counts[ago] !== undefined) counts[ago] += 1;
  }
  return counts;
}

const mean = (counts: readonly number[]) => counts.reduce((sum, count) => sum + count, 0) / counts.length;

describe('the year of the demo', () => {
  for (const anchor of anchors) {
    describe(`that ends before ${anchor}`, () => {
      const today = Date.parse(`${anchor}T00:00:00Z`);
      let world: World;
      let bookings: readonly Booking[];
      before(() => {
        world = buildWorld(today);
        bookings = bookingsOf(world);
      });

      it('is booked by people at work: by day, not on Sundays, and not longer than a shift', () => {
        const outside = bookings.filter(({ wall }) => isNight(wall) || wall.weekday === 'Sunday');
        expect(outside.slice(0, 3)).to.deep.equal([]);
        const days = new Map<string, Booking[]>();
        for (const booking of bookings) {
          const key = `${booking.person} on ${booking.wall.date}`;
          days.set(key, [...(days.get(key) ?? []), booking]);
        }
        for (const [who, ofDay] of days) {
          const moments = ofDay.map(({ moment }) => moment);
          const hours = (Math.max(...moments) - Math.min(...moments)) / 3_600_000;
          expect(hours, who).to.be.below(who.startsWith('technician') ? 8 : 9);
        }
      });

      it('has the technician work early one week and late another', () => {
        const weeks = new Map<number, number[]>();
        for (const { person, moment, wall } of bookings) {
          if (!person.startsWith('technician')) continue;
          // Weeks from Monday to Sunday; the first of January 1970 was a Thursday.
          const index = Math.floor((moment / day + 3) / 7);
          weeks.set(index, [...(weeks.get(index) ?? []), wall.hour]);
        }
        const shifts = [...weeks.values()].map((hours) =>
          hours.every((hour) => hour < 14) ? 'early' : hours.every((hour) => hour >= 14) ? 'late' : 'both',
        );
        expect(shifts).to.include.members(['early', 'late']).and.not.include('both');
      });

      it('has incidents in the shifts, few at night where nights are worked, and fewer on weekends', () => {
        for (const site of world.sites) {
          const { name, timezone } = site;
          const own = world.incidents.filter((incident) => incident.site === site);
          const walls = own.map(({ started_at }) => onTheWall(started_at, timezone));
          const share = (of: (wall: Wall) => boolean) => walls.filter(of).length / Math.max(1, walls.length);
          expect(share(isNight), name).to.be.at.most(site.of.entry.worksNights ? 0.15 : 0);
          // A few at the headquarters say nothing about their share.
          if (own.length > 50) expect(share(isWeekend), name).to.be.within(0.01, 0.2);
        }
      });

      it('has work that begins and ends while people are there, and ends after it began', () => {
        const all = [...world.maintenances, ...world.incidents];
        for (const { id, started_at: startedAt, resolved_at: resolvedAt, site } of all) {
          expect(resolvedAt ?? Infinity, `${id}`).to.be.above(startedAt ?? 0);
          if (resolvedAt === null) continue;
          const wall = onTheWall(resolvedAt, site.timezone);
          expect(isNight(wall) || wall.weekday === 'Sunday', `${id} ended ${JSON.stringify(wall)}`).to.equal(
            false,
          );
        }
      });

      it('is spread over the weeks, the last ones too', () => {
        const settled = world.incidents.filter(({ resolved_at }) => resolved_at !== null);
        const kinds: [what: string, moments: number[], most: number][] = [
          ['incidents', settled.map(({ started_at }) => started_at), 4],
          ['movements', world.movements.map(({ moved_at }) => moved_at), 2.3],
        ];
        for (const [what, moments, most] of kinds) {
          const counts = perWeek(moments, today);
          const usual = mean(counts);
          expect(Math.max(...counts), `${what} in the densest week of ${counts}`).to.be.below(most * usual);
          expect(mean(counts.slice(0, 2)), `${what} in the last two weeks`).to.be.below(1.6 * usual);
          const quarters = [0, 12, 24, 36].map((from) => mean(counts.slice(from, from + 12)));
          for (const quarter of quarters) expect(quarter, what).to.be.within(0.6 * usual, 1.5 * usual);
        }
      });

      it('leaves something of everything, and nothing of the future', () => {
        const states = (rows: readonly { status: string }[]) =>
          [...new Set(rows.map(({ status }) => status))].sort();
        expect(states(world.incidents)).to.deep.equal(['closed', 'in_progress', 'open', 'resolved']);
        expect(states(world.maintenances)).to.deep.equal(['canceled', 'completed', 'in_progress', 'planned']);
        expect(states(world.materials)).to.deep.equal([
          ...['decommissioned', 'degraded', 'down', 'operational', 'standby'],
        ]);
        const open = world.incidents.filter(({ resolved_at }) => resolved_at === null);
        expect(open.length).to.be.within(3, 40);
        for (const booking of bookings) expect(booking.moment, booking.what).to.be.below(today);
      });
    });
  }
});
