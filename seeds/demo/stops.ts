/** Equipment downtimes in the demo's year: for failures, planned work, and power cuts. */
import { minutesOf, nameOf, type stopKinds } from '../../resources/stops/stop.ts';
import { day, hour, isoOf } from './calendar.ts';
import { type Entry, type Incident, type Maintenance, type Material, numberByCreation } from './model.ts';
import { createRandom } from './random.ts';
import { type Lists, stamps } from './rows.ts';
import type { World } from './world.ts';

interface Stop extends Entry {
  readonly material: Material;
  readonly kind: (typeof stopKinds)[number];
  readonly startedAt: number;
  readonly endedAt: number | null;
  readonly incident: Incident | null;
  readonly maintenance: Maintenance | null;
  readonly notes: string | null;
  readonly byStatus: boolean;
}

/** Rows for `downtimes`. */
export function stopRowsOf(world: World, today: number): Lists {
  const random = createRandom('stops');
  const unplanned = oneLastsOnEach(world.incidents.flatMap((incident) => stopOf(incident, random.next())));
  const planned = world.maintenances.flatMap((work) => serviceOf(work, random.next()));
  const stops = numberByCreation([...unplanned, ...planned, ...powerCuts(world, today)]);
  return [
    [
      'downtimes',
      stops.map((stop) => {
        const [started_at, ended_at] = [isoOf(stop.startedAt), isoOf(stop.endedAt)];
        return {
          ...stamps(stop),
          site_id: stop.material.zone.site.id,
          name: nameOf({ actor: { locale: 'en' } }, stop, stop.material.name),
          material_id: stop.material.id,
          ...{ kind: stop.kind, started_at, ended_at, minutes: minutesOf({ started_at, ended_at }) },
          incident_id: stop.incident?.id ?? null,
          maintenance_id: stop.maintenance?.id ?? null,
          ...{ notes: stop.notes, by_status: stop.byStatus },
        };
      }),
    ],
  ];
}

/** Severe failures stop a machine, others sometimes. */
function stopOf(incident: Incident, chance: number): Stop[] {
  const { material, maintenance, severity, startedAt, resolvedAt, author, createdAt, updatedAt } = incident;
  const isGrave = severity === 'high' || severity === 'critical';
  if (!isGrave && (resolvedAt === null || chance > (severity === 'medium' ? 0.4 : 0.05))) return [];
  return [
    {
      ...{ id: 0, author, createdAt, updatedAt, material, incident, maintenance, startedAt },
      ...{ kind: 'unplanned', endedAt: resolvedAt, notes: null, byStatus: isGrave },
    },
  ];
}

/** Of the running ones, at most one per material. */
function oneLastsOnEach(stops: readonly Stop[]): Stop[] {
  const lasting = new Set<Material>();
  return stops.filter(({ material, endedAt }) => {
    if (endedAt !== null) return true;
    const isFirst = !lasting.has(material);
    lasting.add(material);
    return isFirst;
  });
}

function serviceOf(maintenance: Maintenance, chance: number): Stop[] {
  const { material, type, author, startedAt, resolvedAt } = maintenance;
  const isService = type === 'preventive' || type === 'predictive' || type === 'improvement';
  if (!isService || startedAt === null || resolvedAt === null || chance > 0.3) return [];
  return [
    {
      ...{ id: 0, author, createdAt: resolvedAt, updatedAt: resolvedAt, material, maintenance, startedAt },
      ...{ kind: 'planned', endedAt: resolvedAt, incident: null, notes: null, byStatus: false },
    },
  ];
}

/** Twice a year a site has no power, and its most important equipment stops. */
function powerCuts({ sites, materials }: World, today: number): Stop[] {
  return sites.flatMap((site) =>
    [40, 190].flatMap((ago, index) => {
      const startedAt = today - (ago + site.id) * day + 10 * hour;
      const endedAt = startedAt + (2 + index) * hour;
      const standing = materials.filter(
        ({ zone, criticality, createdAt, retiredAt }) =>
          zone.site === site && criticality === 'critical' && createdAt < startedAt && retiredAt === null,
      );
      return standing.map((material): Stop => {
        const own = { id: 0, author: material.author, createdAt: endedAt, updatedAt: endedAt, material };
        const rest = { incident: null, maintenance: null, notes: 'Power cut.', byStatus: false };
        return { ...own, kind: 'external', startedAt, endedAt, ...rest };
      });
    }),
  );
}
