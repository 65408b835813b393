/** The rows of the demo with pictures: for each plant some of its equipment, work, faults, steps and requests. */
import { isoOf, minute } from '../calendar.ts';
import { createRandom, type Random } from '../random.ts';
import type { Lists, Row } from '../rows.ts';
import type { World } from '../world.ts';
import { gauge, plate, puddle, thermal } from './drawings.ts';
import { type Drawing, pngOf } from './png.ts';

/** A picture, and its row without the values derived from its bytes. */
export interface Picture {
  readonly siteId: number;
  readonly name: string;
  readonly bytes: Buffer;
  readonly row: Row;
}

type Draw = (random: Random, row: Row) => Drawing;

interface Choice {
  readonly resource: string;
  /** The number per plant. */
  readonly count: number;
  readonly isMeant: (row: Row) => boolean;
  readonly name: string;
  readonly caption: string | null;
  readonly draw: Draw;
}

const drawGauge: Draw = (random) => gauge(random.next());
const drawPlate: Draw = (random) => plate(Array.from({ length: 5 }, () => 0.4 + 0.6 * random.next()));
const drawPuddle: Draw = (random) => puddle(random.next());
const drawThermal: Draw = (random) => thermal([spot(random), spot(random), spot(random)]);
const spot = (random: Random): [number, number] => [random.next(), random.next()];

const has =
  (field: string, ...values: readonly unknown[]) =>
  (row: Row) =>
    values.includes(row[field]);

const choices: readonly Choice[] = [
  {
    ...{ resource: 'materials', count: 2, isMeant: has('status', 'down', 'degraded') },
    ...{ name: 'name-plate.png', caption: 'Name plate', draw: drawPlate },
  },
  {
    ...{ resource: 'materials', count: 2, isMeant: has('criticality', 'critical') },
    ...{ name: 'gauge.png', caption: 'As it stands in normal operation', draw: drawGauge },
  },
  {
    ...{ resource: 'maintenances', count: 2, isMeant: has('status', 'in_progress') },
    ...{ name: 'before.png', caption: 'Before the work', draw: drawGauge },
  },
  {
    ...{ resource: 'incidents', count: 3, isMeant: has('status', 'open', 'in_progress') },
    ...{ name: 'oil.png', caption: null, draw: drawPuddle },
  },
  {
    ...{ resource: 'maintenance-steps', count: 2, isMeant: isPhoto },
    ...{ name: 'photo.png', caption: null, draw: drawThermal },
  },
  {
    ...{ resource: 'work-requests', count: 2, isMeant: has('status', 'received') },
    ...{ name: 'IMG_2041.png', caption: null, draw: drawPuddle },
  },
];

/** Whether a step is answered by a picture. */
export function isPhoto(row: Row): boolean {
  return row.kind === 'photo' && row.status === 'done';
}

/**
 * The pictures of the demo, in the order of their ids.
 *
 * @param lists the rows that have them
 */
export function picturesOf({ sites }: World, lists: Lists, today: number): Picture[] {
  const random = createRandom('pictures');
  const drawn = sites
    .filter(({ plan }) => !plan.isHeadquarters)
    .flatMap((site) =>
      choices.flatMap(({ resource, count, isMeant, name, caption, draw }) => {
        const rows = lists.flatMap(([path, all]) => (path === resource ? all : []));
        // The latest: those that users see first.
        const chosen = rows.filter((row) => row.site_id === site.id && isMeant(row)).slice(-count);
        return chosen.map((row) => {
          const since = Date.parse(String(row.answered_at ?? row.created_at));
          const at = isoOf(Math.min(since + 10 * minute, today - minute));
          const author = row.created_by_id ?? row.answered_by_id ?? null;
          return {
            ...{ siteId: site.id, name, bytes: pngOf(draw(random, row)) },
            row: {
              ...{ resource, record_id: row.id, site_id: site.id, caption },
              ...{ created_at: at, updated_at: at, created_by_id: author },
            },
          };
        });
      }),
    );
  return drawn.map((one, at) => ({ ...one, row: { id: at + 1, ...one.row } }));
}
