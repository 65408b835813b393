/** Procedures of each plant, with every kind of step. */
import type { Step } from '../../resources/procedures/steps.ts';
import { hour, minute } from './calendar.ts';
import { type Lists, type Row, stamps } from './rows.ts';
import type { World } from './world.ts';

type Told = Partial<Step> & Pick<Step, 'title' | 'kind'>;

interface Entry {
  readonly name: string;
  readonly description?: string;
  readonly active?: boolean;
  readonly steps: readonly Told[];
}

const lockOut: Told = {
  title: 'Lock out and tag the drive',
  kind: 'check',
  help: 'Try to start it afterwards: nothing may move.',
};

const entries: readonly Entry[] = [
  {
    name: 'Pump inspection',
    description: 'Every month, with the pump running.',
    steps: [
      { title: 'Oil level', kind: 'choice', choices: ['good', 'low', 'empty'], failing_choices: ['empty'] },
      {
        ...{ title: 'Bearing temperature', kind: 'number', unit: '°C', maximum: 85 },
        ...{ on_fail: 'incident', severity: 'high' },
      },
      { title: 'Suction pressure', kind: 'number', unit: 'bar', minimum: 0.5, maximum: 2.5, on_fail: 'note' },
      { title: 'No leak at the seal', kind: 'pass_fail', on_fail: 'incident', severity: 'medium' },
      { title: 'Picture of the seal', kind: 'photo', required: false },
    ],
  },
  {
    name: 'Conveyor belt change',
    steps: [
      lockOut,
      { title: 'Take the old belt off', kind: 'check' },
      { title: 'Belt type', kind: 'text', help: 'As printed on the belt.' },
      { title: 'Tension', kind: 'number', unit: 'N', minimum: 280, maximum: 340, on_fail: 'note' },
      { title: 'Belt runs in the middle', kind: 'pass_fail', on_fail: 'note' },
      { title: 'Lock taken off', kind: 'check' },
    ],
  },
  {
    name: 'Electrical cabinet check',
    steps: [
      { title: 'Door closes and locks', kind: 'pass_fail', on_fail: 'note' },
      {
        title: 'Filter mat',
        kind: 'choice',
        choices: ['clean', 'dusty', 'clogged'],
        failing_choices: ['clogged'],
      },
      {
        title: 'Temperature inside',
        kind: 'number',
        unit: '°C',
        maximum: 45,
        on_fail: 'incident',
        severity: 'medium',
      },
      { title: 'Thermal picture', kind: 'photo' },
    ],
  },
  {
    name: 'Emergency stop test',
    description: 'Each emergency stop of the line, one after the other.',
    steps: [
      { title: 'Line stops at once', kind: 'pass_fail', on_fail: 'incident', severity: 'critical' },
      { title: 'Line stays off after release', kind: 'pass_fail', on_fail: 'incident', severity: 'critical' },
      { title: 'Tested by', kind: 'text' },
    ],
  },
  {
    name: 'Compressor service',
    steps: [
      lockOut,
      { title: 'Oil changed', kind: 'check' },
      { title: 'Air filter changed', kind: 'check' },
      { title: 'Running hours', kind: 'number', unit: 'h', minimum: 0 },
      { title: 'Remarks', kind: 'text', required: false },
    ],
  },
  {
    name: 'Handover after repair (paper form)',
    active: false,
    steps: [
      { title: 'Guards are back in place', kind: 'check' },
      { title: 'Test run', kind: 'pass_fail', on_fail: 'note' },
      { title: 'Picture of the signed form', kind: 'photo' },
    ],
  },
];

/** A procedure of a plant. */
export interface Procedure {
  readonly id: number;
  readonly site: World['sites'][number];
  readonly entry: Entry;
}

/** Those of all plants, by ascending id. */
export function proceduresOf({ sites }: Pick<World, 'sites'>): Procedure[] {
  const plants = sites.filter(({ plan }) => !plan.isHeadquarters);
  return plants.flatMap((site, at) =>
    entries.map((entry, place) => ({ id: at * entries.length + place + 1, site, entry })),
  );
}

/** After people and sites, and before plans. */
export function procedureRowsOf(world: World): Lists {
  const rows = proceduresOf(world).map(({ id, site, entry }): Row => {
    const { name, description = null, active = true, steps } = entry;
    const origin = { id, author: site.author, createdAt: world.start + 5 * hour + id * minute };
    return { ...stamps(origin), site_id: site.id, name, description, active, steps };
  });
  return [['procedures', rows]];
}
