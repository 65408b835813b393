/** Checks of what runs: the service, its clock, its tasks. */
import { databaseNow } from '../../engine/database/clock.ts';
import type { Database } from '../../engine/database/open.ts';
import { type TaskState, taskStates } from '../../engine/tasks/lease.ts';
import { inAddress } from '../../service/config/addresses.ts';
import type { Config } from '../../service/config/config.ts';
import { compareClocks } from '../../service/start/clocks.ts';
import { count, type Diagnosis, duration, fine, warning } from './diagnosis.ts';

const patienceMs = 10_000;
const maxOverdueMs = 15 * 60_000;

/** What answers where the service would listen. */
export async function checkService({ host, port }: Pick<Config, 'host' | 'port'>): Promise<Diagnosis> {
  const name = host === '0.0.0.0' ? '127.0.0.1' : host === '::' ? '::1' : host;
  const address = `http://${inAddress(name)}:${port}`;
  const answer = await fetch(`${address}/health/ready`, { signal: AbortSignal.timeout(patienceMs) }).catch(
    () => null,
  );
  if (answer === null) return fine('service', `Nothing answers at ${address}: it does not run here.`);
  const body: unknown = await answer.json().catch(() => null);
  const status = typeof body === 'object' && body !== null && 'status' in body ? String(body.status) : null;
  if (status === null)
    return warning(
      'service',
      `Something else than the service answers at ${address}.`,
      'End it, or set PORT to another port.',
    );
  if (answer.status === 200) return fine('service', `It runs at ${address}, and is ready.`);
  return warning(
    'service',
    `It runs at ${address}, and is not ready: ${status}.`,
    'What is told here of the database and the disk, and the service’s log, tell why.',
  );
}

export async function checkClock(database: Database): Promise<Diagnosis> {
  const said: string[] = [];
  const ahead = await compareClocks(() => databaseNow(database), {
    warn: (_, message) => void said.push(message),
  });
  const [apart] = said;
  if (apart === undefined)
    return fine(
      'clock',
      `That of this machine and the database’s differ by ${Math.abs(ahead) / 1000} seconds.`,
    );
  return warning('clock', apart, 'Run a time server’s client (chrony, systemd-timesyncd) on both machines.');
}

export async function checkTasks(database: Database): Promise<Diagnosis[]> {
  const states = await taskStates(database);
  if (states.length === 0) return [fine('tasks', 'None has run yet: the first start begins with them.')];
  return states.map(checkTask);
}

/** A task that fails, or that nobody runs. */
function checkTask({ name, now, dueAt, leasedUntil, succeededAt, failures }: TaskState): Diagnosis {
  const last =
    succeededAt === null
      ? 'It has never ended well'
      : `It last ended well ${duration(now - succeededAt)} ago`;
  const what = `task ${name}`;
  if (failures > 0) {
    const todo = 'The log tells why (“A task has failed”); npm run tasks -- --once tries it now.';
    return warning(what, `${last}, and has failed ${count(failures, 'time')} since.`, todo);
  }
  const isHeld = leasedUntil !== null && leasedUntil > now;
  if (!isHeld && dueAt > 0 && now - dueAt > maxOverdueMs) {
    const todo = 'Start the service, with RUN_TASKS=true on one node at least, or npm run tasks.';
    return warning(what, `${last}, and has been due for ${duration(now - dueAt)}: nobody runs it.`, todo);
  }
  return fine(what, `${last}.`);
}
