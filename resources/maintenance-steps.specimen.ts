/** How steps of maintenances are created. */
import { defineSpecimen, type Place, type SpecimenMaker } from '../package/testing/index.ts';

/** One of each kind that is answered in a field; the first is a pass or fail. */
const steps = [
  { title: 'No leak', kind: 'pass_fail' },
  { title: 'Guard in place', kind: 'check', required: false, help: 'With both bolts.' },
  {
    ...{ title: 'Temperature', kind: 'number', unit: '°C', minimum: -5, maximum: 80.5 },
    ...{ on_fail: 'incident', severity: 'high' },
  },
  {
    ...{ title: 'State', kind: 'choice', choices: ['good', 'worn'], failing_choices: ['worn'] },
    on_fail: 'note',
  },
  { title: 'Remarks', kind: 'text', required: false },
];

/** Starts work with these steps. @returns their ids, in order */
async function begin(place: Place, specimens: SpecimenMaker): Promise<number[]> {
  const { id: procedure_id } = await specimens.make('procedures', place, { pin: { active: true, steps } });
  const { id } = await specimens.make('maintenances', place, {
    pin: { procedure_id, status: 'in_progress' },
  });
  const { body } = await specimens.clientAt(place).get(`/maintenance-steps?maintenance_id=${id}`);
  return body.data.map((step: { readonly id: number }) => step.id);
}

export default defineSpecimen({
  reason: 'Steps are copied from the procedure of a maintenance, and answered while it is in progress.',
  fit(body, { pinned, current }) {
    const leave = (name: string, value: unknown) => {
      if (!pinned.has(name)) body[name] = value;
    };
    if (body.not_applicable === true) leave('note', body.note ?? 'There is none.');
    const isAnswered = (body.passed ?? current?.passed ?? null) !== null || body.not_applicable === true;
    if (body.answered_at && !isAnswered) leave('passed', true);
  },
  // Other kinds of steps have them.
  unchangeable: ['number', 'choice', 'text'],
  async populate(place, specimens) {
    const [leak, , temperature, state] = await begin(place, specimens);
    const client = specimens.clientAt(place);
    await client.patch(`/maintenance-steps/${leak}`, { passed: false });
    await client.patch(`/maintenance-steps/${temperature}`, { number: 90.25 });
    await client.patch(`/maintenance-steps/${state}`, { not_applicable: true, note: 'It is new.' });
  },
  async make(place, specimens) {
    const [first] = await begin(place, specimens);
    if (first === undefined) throw new Error('A procedure has steps.');
    return first;
  },
});
