/** The latest notifications of each demo user; the newest is unread. */
import { day, hour, isoOf } from './calendar.ts';
import type { Person, Site } from './model.ts';
import { people } from './people.ts';
import { type Row, stamps } from './rows.ts';
import type { World } from './world.ts';

const perPerson = 20;
const unreadOfThem = 5;

/** A possible notification. */
interface Told {
  readonly at: number;
  readonly resource: string;
  readonly notice: string;
  readonly record: number;
  readonly site: Site;
  readonly values: Row;
}

/** Rows for `notifications`; none of them waits for a mail. */
export function notificationRowsOf(world: World, today: number): Row[] {
  return people.flatMap((person, place) =>
    latestOf(person, world, today).map(({ at, resource, notice, record, site, values }, index) => ({
      ...stamps({ id: place * perPerson + index + 1, author: null, createdAt: at }),
      ...{ user_id: person.id, kind: `${resource}.${notice}`, resource, record_id: record, site_id: site.id },
      read_at: index < unreadOfThem ? null : isoOf(Math.min(at + 3 * hour, today - 1)),
      edge: isoOf(at),
      said: { zone: site.plan.timezone, values },
    })),
  );
}

/** The newest first. */
function latestOf(person: Person, world: World, today: number): Told[] {
  const sites = new Set<string>(person.roles.map(([site]) => site));
  const all = [...workTold(world), ...(isLeading(person) ? faultsTold(world) : [])];
  return all
    .filter(({ at, site }) => at < today && sites.has(site.plan.name))
    .toSorted((one, other) => other.at - one.at || other.record - one.record)
    .slice(0, perPerson);
}

const isLeading = ({ roles }: Person): boolean =>
  roles.some(([, role]) => role === 'administrator' || role === 'manager');

function workTold({ maintenances }: World): Told[] {
  return maintenances
    .filter(({ status }) => status !== 'canceled')
    .flatMap(({ id: record, createdAt, scheduledAt, material }) => {
      const of = { resource: 'maintenance', record, site: material.zone.site };
      return [
        { ...of, notice: 'assigned', at: createdAt, values: {} },
        { ...of, notice: 'due_soon', at: scheduledAt - day, values: { at: isoOf(scheduledAt) } },
      ];
    });
}

function faultsTold({ incidents }: World): Told[] {
  return incidents
    .filter(({ severity }) => severity === 'high' || severity === 'critical')
    .map(({ id: record, createdAt: at, severity, material }) => {
      const of = { resource: 'incident', notice: 'severe', record, site: material.zone.site };
      return { ...of, at, values: { severity } };
    });
}
