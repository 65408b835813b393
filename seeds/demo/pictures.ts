/** The rows of the demo with pictures: for each plant some of its equipment, work, faults, steps and requests. */
import { minute } from './calendar.ts';
import { counted, type Local, made, ownOf, type Person } from './draft.ts';
import { type Drawing, gauge, plate, pngOf, puddle, thermal } from './drawings.ts';
import { createRandom, type Random } from './random.ts';
import type { World } from './world.ts';

type Draw = (random: Random) => Drawing;

const spot = (random: Random): [number, number] => [random.next(), random.next()];
const drawGauge: Draw = (random) => gauge(random.next());
const drawPlate: Draw = (random) => plate(Array.from({ length: 5 }, () => 0.4 + 0.6 * random.next()));
const drawPuddle: Draw = (random) => puddle(random.next());
const drawThermal: Draw = (random) => thermal([spot(random), spot(random), spot(random)]);

/** Resource, how many per plant, a field with its values, file, caption. */
const choices: readonly (readonly [
  string,
  number,
  string,
  readonly unknown[],
  string,
  string | null,
  Draw,
])[] = [
  ['materials', 2, 'status', ['down', 'degraded'], 'name-plate.png', 'Name plate', drawPlate],
  ['materials', 2, 'criticality', ['critical'], 'gauge.png', 'As it stands in normal operation', drawGauge],
  ['maintenances', 2, 'status', ['in_progress'], 'before.png', 'Before the work', drawGauge],
  ['incidents', 3, 'status', ['open', 'in_progress'], 'oil.png', null, drawPuddle],
  ['maintenance-steps', 2, 'status', ['done'], 'photo.png', null, drawThermal],
  ['work-requests', 2, 'status', ['received'], 'IMG_2041.png', null, drawPuddle],
];

interface Answered extends Local {
  readonly answered_at?: number | null;
  readonly answered_by?: Person | null;
}

/** Rows for `attachments` and their bytes, in the order of their ids. @param pictured what has some, by resource */
export function buildPictures(
  { plants, today }: World,
  pictured: Readonly<Record<string, readonly Answered[]>>,
) {
  const random = createRandom('pictures');
  const drawn = plants.flatMap((site) =>
    choices.flatMap(([resource, count, field, values, name, caption, draw]) => {
      const own = ownOf(site, pictured[resource] ?? []);
      // The latest: those that users see first.
      const chosen = own.filter((row) => values.includes(Reflect.get(row, field))).slice(-count);
      return chosen.map((record) => {
        const at = Math.min((record.answered_at ?? record.created_at) + 10 * minute, today - minute);
        const stamps = made(record.created_by ?? record.answered_by ?? null, at);
        return { ...stamps, site, resource, record, caption, of: { name, bytes: pngOf(draw(random)) } };
      });
    }),
  );
  return counted(drawn);
}
