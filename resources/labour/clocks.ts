/** Running labour entries end with the work, or when the person begins another one. */
import {
  Bool,
  Failure,
  type HookContext,
  type Message,
  momentAt,
  Nullable,
  say,
  texts,
  UpdateOnly,
  WriteOnly,
} from '../../engine/index.ts';
import { timezoneOf } from '../plan-work/site.ts';
import { amountOf, isTooLong, minutesBetween } from './amount.ts';

/** Permission to change entries of other people. */
export const manage = 'labour-entry.manage';

export const stopField = {
  stop_clocks: UpdateOnly(
    WriteOnly(
      Nullable(
        Bool({
          label: 'stop all clocks',
          help: 'Also those of others.',
        }),
      ),
    ),
  ),
};

/** The states in which the work is over. */
export const over = ['completed', 'canceled'] as const;

export const stopOnly = {
  fields: ['stop_clocks'],
  beside: { status: over },
  message: say('Clocks stop when the work is completed or canceled: leave it out.'),
} as const;

interface RunningEntry {
  readonly id: number;
  readonly user_id: number;
  readonly hourly_rate: number;
  readonly started_at: string | null;
  readonly ended_at: string | null;
  readonly minutes: number | null;
  readonly amount: number | null;
}

interface ClosedWork {
  readonly id: number | null;
  readonly name: string;
  readonly site_id?: number | null;
  readonly status: string;
  readonly resolved_at: string | null;
  stop_clocks?: boolean | null | undefined;
}

interface ClosingWork extends HookContext {
  readonly row: ClosedWork;
  readonly previous: { readonly status: string } | null;
  fail(field: string, message: Message): void;
}

/**
 * When work is completed or canceled, ends the entry of the user that runs on it, and with `stop_clocks` those of others. They end
 * with the work, or now if they began later.
 *
 * @throws Failure 403 for entries of others without the permission to manage
 */
export async function stopClocks(write: ClosingWork): Promise<void> {
  const { row, previous, actor, fail } = write;
  const all = row.stop_clocks === true;
  // It is never stored.
  delete row.stop_clocks;
  if (!previous || !isOver(row) || (isOver(previous) && !all)) return;
  const running = await runningOn(write, Number(row.id), all ? null : actor.id);
  if (running.some(({ user_id }) => user_id !== actor.id) && !actor.permissions.has(manage))
    throw new Failure('forbidden', { message: say(texts.permission, { permission: manage }) });
  const forgotten = running.find((entry) => isForgotten(entry, stoppedAt(write, row.resolved_at, entry)));
  if (forgotten?.started_at) {
    const zone = await timezoneOf(write, row.site_id ?? 0);
    const from = momentAt(forgotten.started_at, zone, actor);
    const isOwn = forgotten.user_id === actor.id;
    return fail(isOwn ? 'status' : 'stop_clocks', say(overForgotten, { name: row.name, from }));
  }
  await endEntries(write, running, (entry) => stoppedAt(write, row.resolved_at, entry));
}

/** Ends the user's own entry on work that is canceled for them. A forgotten one is left for them to end. */
export async function stopOwnClocks(work: HookContext, maintenanceId: number): Promise<void> {
  if (work.actor.id === null) return;
  await stopKnown(work, await runningOn(work, maintenanceId, work.actor.id));
}

/** Ends entries of people who can no longer work there. Forgotten ones are left for those who manage them. */
export async function stopEntries(work: HookContext, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return;
  const entries = work.rows<RunningEntry>('labour-entries');
  await stopKnown(work, await entries.find({ id: ids, ended_at: null }, { lock: 'update' }));
}

async function stopKnown(work: HookContext, running: readonly RunningEntry[]): Promise<void> {
  const known = running.filter((entry) => !isForgotten(entry, work.now));
  await endEntries(work, known, (entry) => stoppedAt(work, null, entry));
}

/** Ends running entries at their moments. */
export function endEntries(
  { rows }: Pick<HookContext, 'rows'>,
  entries: readonly RunningEntry[],
  at: (entry: RunningEntry) => string,
): Promise<void> {
  return rows<RunningEntry>('labour-entries').change(entries, (entry) => {
    const ended_at = at(entry);
    const minutes = minutesBetween(entry.started_at ?? ended_at, ended_at);
    return { ended_at, minutes, amount: amountOf(minutes, entry.hourly_rate) };
  });
}

const isOver = ({ status }: { readonly status: string }) => over.some((one) => one === status);

function isForgotten({ started_at }: RunningEntry, until: string): boolean {
  return started_at !== null && isTooLong(started_at, until);
}

function runningOn(
  { rows }: HookContext,
  maintenanceId: number,
  userId: number | null,
): Promise<RunningEntry[]> {
  const where = { maintenance_id: maintenanceId, started_at: { not: null }, ended_at: null };
  return rows<RunningEntry>('labour-entries').find(
    { ...where, ...(userId !== null && { user_id: userId }) },
    { lock: 'update' },
  );
}

/** The moment at which work was over for an entry. No entry ends when it begins: it would hide what it overlaps with. */
function stoppedAt(
  { now }: HookContext,
  resolvedAt: string | null,
  { started_at: start }: RunningEntry,
): string {
  const moment = resolvedAt !== null && resolvedAt < now && resolvedAt > (start ?? '') ? resolvedAt : now;
  return start !== null && moment <= start ? new Date(Date.parse(start) + 1).toISOString() : moment;
}

/** Message if a clock on other work was forgotten. */
export const overForgotten = say(
  'The entry for “{name}” runs since {from}, for more than 24 hours. Edit it first, and enter when the work ended.',
);
