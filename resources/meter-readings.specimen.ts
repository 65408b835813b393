/** Valid readings. */
import { defineSpecimen, type Place, type SpecimenMaker } from '../package/testing/index.ts';

let taken = 0;

export default defineSpecimen({
  reason: 'A meter has one reading of a moment, a counter never runs backwards, and a gauge is never reset.',
  async fit(body, { pinned, place, specimens }) {
    const isReset = pinned.has('is_reset') && body.is_reset === true;
    if (!pinned.has('is_reset')) body.is_reset = false;
    if (!pinned.has('meter_id'))
      body.meter_id = await newMeter(place, specimens, isReset ? 'counter' : 'gauge');
    if (isReset && !pinned.has('value')) body.value = Math.abs(Number(body.value ?? 0));
    // Each reading of a meter has a different moment.
    taken += 1;
    if (!pinned.has('read_at')) body.read_at = new Date(Date.UTC(2024, 0, 1) + taken).toISOString();
  },
  async populate(place, specimens) {
    const { id: meter_id } = await specimens.make('meters', place, {
      pin: { kind: 'gauge', active: true, above: 80, below: 20, deadband: 0 },
    });
    for (const value of [90, 10]) await specimens.make('meter-readings', place, { pin: { meter_id, value } });
  },
  // An excursion creates an incident with all its parts.
  writeQueries: 30,
});

async function newMeter(place: Place, specimens: SpecimenMaker, kind: string): Promise<number> {
  const { id } = await specimens.make('meters', place, { pin: { kind, active: true } });
  return id;
}
