/** The name and the length of a stop, from its start and end. */
import { type HookContext, say } from '../../engine/index.ts';
import { minutesBetween } from '../labour/amount.ts';
import { type Wording, worded } from '../names/worded.ts';

export const stopKinds = ['unplanned', 'planned', 'external'] as const;

export const noLength = say('A stop ends after it began: there is none of no length.');
export const lastsAlready = say('A stop of this kind already lasts on this material: end that one first.');

interface Stop {
  readonly kind: (typeof stopKinds)[number];
  readonly started_at: string;
  readonly ended_at: string | null;
}

const names = {
  unplanned: say('Unplanned stop of {material}'),
  planned: say('Planned stop of {material}'),
  external: say('External stop of {material}'),
};
/** For a kind that only a later version knows, while nodes of both run. */
const otherName = say('Stop of {material}');

/** The name of a stop, after its material. */
export const nameOf = (hook: Wording, { kind }: Pick<Stop, 'kind'>, material: string): string =>
  worded(hook, say(names[kind] ?? otherName, { material }));

/** Whole minutes from its start to its end, half a minute rounded up; null while it is running. */
export function minutesOf({ started_at, ended_at }: Pick<Stop, 'started_at' | 'ended_at'>): number | null {
  return ended_at === null ? null : minutesBetween(started_at, ended_at);
}

/** Unlinks a deleted row from its stops: the foreign key alone would change neither their versions nor their journal. */
export async function leaveStops(
  { rows }: Pick<HookContext, 'rows'>,
  field: 'incident_id' | 'maintenance_id',
  id: number,
): Promise<void> {
  const stops = rows('downtimes');
  await stops.change(await stops.find({ [field]: id }, { lock: 'update' }), { [field]: null });
}
