/** Builds the cleanings: by the plans of the materials, and occasionally without one. */
import { day, minute, onClock } from './calendar.ts';
import type { CleaningPlan } from './catalogue/equipment.ts';
import type { Cleaning, Material } from './model.ts';
import type { Random } from './random.ts';
import { isWorkday, someAttendance } from './roster.ts';

const unitDays = { day: 1, week: 7, month: 30.4 } as const;

/** The type of a cleaning by its interval. */
const typesByDays: readonly (readonly [number, Cleaning['type']])[] = [
  [1, 'daily'],
  [7, 'weekly'],
  [14, 'bimonthly'],
  [31, 'monthly'],
  [92, 'quarterly'],
  [184, 'biannual'],
  [366, 'annual'],
];

const notes = [
  'Dust and film residue removed.',
  'Foam cleaned and rinsed.',
  'Guards off, vacuumed, guards back on.',
  'Drip tray emptied.',
  'One guard screw was missing and has been replaced.',
];

/** Cleans a material over the year and records the latest cleaning on the material. */
export function buildCleanings(material: Material, today: number, random: Random): Cleaning[] {
  const { cleaningPlan: plan } = material;
  const cleanings = plan ? buildPlanned(material, plan, today, random) : [];
  const end = material.retiredAt ?? today;
  if (random.chance(0.12)) {
    const moment = material.createdAt + random.next() * (end - material.createdAt);
    cleanings.push(...clean(material, 'casual', Math.floor((today - moment) / day) + 1, today, random));
  }
  const done = cleanings.filter(({ cleanedAt }) => cleanedAt > material.createdAt && cleanedAt < end);
  material.lastCleaning = done.length > 0 ? Math.max(...done.map(({ cleanedAt }) => cleanedAt)) : null;
  return done;
}

function buildPlanned(material: Material, plan: CleaningPlan, today: number, random: Random): Cleaning[] {
  const interval = plan.every * unitDays[plan.unit];
  const type = typesByDays.find(([days]) => interval <= days)?.[1] ?? 'annual';
  // Frequent cleanings have records for a part of the year only, to limit the amount of demo data.
  const since = Math.min((today - material.createdAt) / day, interval <= 1 ? 30 : interval <= 7 ? 120 : 365);
  const cleanings: Cleaning[] = [];
  // A few are behind their plan: the last one or two were missed.
  const behind = random.chance(0.08) ? random.int(1, 2) : 0;
  for (let ago = since - random.next() * interval; ago > behind * interval; ago -= interval) {
    const late = interval < 7 ? 0 : random.int(-1, 2);
    cleanings.push(...clean(material, type, Math.max(1, Math.floor(ago) - late), today, random));
  }
  return cleanings;
}

/** A cleaning on that day or the previous workday; none for a daily cleaning on a day off. */
function clean(
  material: Material,
  type: Cleaning['type'],
  ago: number,
  today: number,
  random: Random,
): Cleaning[] {
  const { site } = material.zone;
  const noonOf = (days: number) => onClock(today, days, 12 * 60, site.plan.timezone);
  const days = type === 'daily' ? [ago] : [ago, ago + 1, ago + 2];
  const workday = days.map(noonOf).find((noon) => isWorkday(site, noon));
  const attendance = workday === undefined ? null : someAttendance(site, workday, random);
  if (attendance === null) return [];
  const cleanedAt = attendance.at;
  const createdAt = cleanedAt + random.int(2, 90) * minute;
  return [
    {
      id: 0,
      author: attendance.person,
      createdAt,
      updatedAt: createdAt,
      material,
      type,
      description: random.chance(0.15) ? random.pick(notes) : null,
      cleanedAt,
    },
  ];
}
