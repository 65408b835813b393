/** Stops that begin and end with the status of a material, if its site has this enabled. */
import type { HookContext } from '../../engine/index.ts';
import { minutesOf } from './stop.ts';

interface Standing {
  readonly id: number;
  readonly site_id: number;
  readonly status: string;
}

/**
 * Begins an unplanned stop of a material that goes down, unless one is running, and ends it with that state: in the same
 * transaction, at the same moment. A stop whose kind a user has changed ends as well.
 */
export async function followStatus(
  { rows, now }: Pick<HookContext, 'rows' | 'now'>,
  { id, site_id, status }: Standing,
  previous: Standing | null,
): Promise<void> {
  const isDown = status === 'down';
  if (isDown === (previous?.status === 'down')) return;
  if (!(await rows('sites').has({ id: site_id, status_tracks_downtime: true }))) return;
  const stops = rows('downtimes');
  const lasting = await stops.find({ material_id: id, ended_at: null }, { lock: 'update' });
  if (!isDown) {
    const ended = lasting.filter(({ kind, by_status }) => kind === 'unplanned' || by_status);
    await stops.change(ended, ({ started_at }) => {
      const times = { started_at, ended_at: laterThan(started_at, now) };
      return { ended_at: times.ended_at, minutes: minutesOf(times) };
    });
  } else if (!lasting.some(({ kind }) => kind === 'unplanned')) {
    await stops.create({ material_id: id, site_id, kind: 'unplanned', started_at: now, by_status: true });
  }
}

/** This moment, or the first one after a start that the clock of another node, or this request, has set. */
function laterThan(start: string, now: string): string {
  return now > start ? now : new Date(Date.parse(start) + 1).toISOString();
}
