/** Checks of the running parts: the service, its clock, its tasks. */

import { openSecret } from '../../auth/index.ts';
import { databaseNow } from '../../engine/database/clock.ts';
import type { Database } from '../../engine/database/open.ts';
import { type TaskState, taskStates } from '../../engine/tasks/lease.ts';
import { inAddress } from '../../service/config/addresses.ts';
import type { Config } from '../../service/config/config.ts';
import type { MailSettings } from '../../service/config/mail.ts';
import { noticesKind } from '../../service/outbox/mail/notices.ts';
import { countUnopened } from '../../service/outbox/mail/queue.ts';
import { knock } from '../../service/outbox/mail/smtp.ts';
import { secretOwner } from '../../service/outbox/webhooks/signature.ts';
import { readWebhooks } from '../../service/outbox/webhooks/stop.ts';
import { compareClocks } from '../../service/start/clocks.ts';
import { count, type Diagnosis, duration, fault, fine, warning } from './diagnosis.ts';

const patienceMs = 10_000;
const maxOverdueMs = 15 * 60_000;

/** The program that answers at the port of the service. */
export async function checkService({ host, port }: Pick<Config, 'host' | 'port'>): Promise<Diagnosis> {
  const name = host === '0.0.0.0' ? '127.0.0.1' : host === '::' ? '::1' : host;
  const address = `http://${inAddress(name)}:${port}`;
  const answer = await fetch(`${address}/health/ready`, { signal: AbortSignal.timeout(patienceMs) }).catch(
    () => null,
  );
  if (answer === null)
    return fine('service', `Nothing answers at ${address}. The service does not run here.`);
  const body: unknown = await answer.json().catch(() => null);
  const status = typeof body === 'object' && body !== null && 'status' in body ? String(body.status) : null;
  if (status === null)
    return warning(
      'service',
      `Another program answers at ${address}.`,
      'Stop that program, or set PORT to another port.',
    );
  if (answer.status === 200) return fine('service', `It runs at ${address}, and is ready.`);
  return warning(
    'service',
    `It runs at ${address}, and is not ready: ${status}.`,
    'Look at the results about the database and the disk on this page, and at the log of the service.',
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
      `The clocks of this machine and of the database differ by ${Math.abs(ahead) / 1000} seconds.`,
    );
  return warning('clock', apart, 'Run a time client (chrony, systemd-timesyncd) on both machines.');
}

export async function checkTasks(database: Database): Promise<Diagnosis[]> {
  const states = await taskStates(database);
  if (states.length === 0)
    return [fine('tasks', 'None has run yet. The first start of the service runs them.')];
  return states.map(checkTask);
}

/** A task that fails, or that no node runs. */
function checkTask({ name, now, dueAt, leasedUntil, succeededAt, failures }: TaskState): Diagnosis {
  const last =
    succeededAt === null ? 'It has never succeeded' : `It last succeeded ${duration(now - succeededAt)} ago`;
  const what = `task ${name}`;
  if (failures > 0) {
    const todo = 'Look for “A task has failed” in the log. npm run tasks -- --once runs it now.';
    return warning(what, `${last}, and has failed ${count(failures, 'time')} since.`, todo);
  }
  const isHeld = leasedUntil !== null && leasedUntil > now;
  if (!isHeld && dueAt > 0 && now - dueAt > maxOverdueMs) {
    const todo = 'Start the service with RUN_TASKS=true on at least one node, or run npm run tasks.';
    return warning(what, `${last}, and has been due for ${duration(now - dueAt)}. No process runs it.`, todo);
  }
  return fine(what, `${last}.`);
}

/** Whether mails leave the machine, and whether the server that takes them answers. */
export async function checkMail({ smtp, folder }: MailSettings): Promise<Diagnosis> {
  if (smtp === null) {
    const told = `SMTP_URL is not set. Mails are written to ${folder}, and no one receives them.`;
    return fine('mail', `${told} To send mails, set SMTP_URL and MAIL_FROM.`);
  }
  const { host, port, login } = smtp;
  const server = `${host}:${port} (SMTP_URL)`;
  try {
    await knock(smtp);
    return fine('mail', `${server} answers${login === null ? '' : ' and accepts the password'}.`);
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    const todo =
      'Check host, port, user and password, and whether the certificate is valid for that host. Until then mails wait.';
    return fault('mail', `${server} accepts no mail: ${why.slice(0, 300)}`, todo);
  }
}

/** Mails that wait and are not sent: no key opens the link in them, so no one could follow it. */
export async function checkWaitingMails(
  database: Database,
  appKeys: readonly Buffer[],
): Promise<Diagnosis[]> {
  const unopened = await countUnopened(database, appKeys, noticesKind);
  if (unopened === 0) return [];
  const told = `No key opens the links in ${count(unopened, 'mail')} that wait${unopened === 1 ? 's' : ''}.`;
  const todo =
    'Give the key that they were written with in APP_PREVIOUS_KEYS. Otherwise they are dropped, and people must ask for another link.';
  return [warning('links of mails', told, todo)];
}

/** How many webhooks are named. */
const mostNamed = 5;

/** Whether webhooks are delivered, and whether the present key opens their secrets; not checked without keys. */
export async function checkWebhooks(
  database: Database,
  appKeys: readonly Buffer[] | null,
): Promise<Diagnosis[]> {
  const { failing, sealed } = await readWebhooks(database);
  const diagnoses = appKeys === null ? [] : checkSecrets(sealed, appKeys);
  if (failing.length === 0)
    return [...diagnoses, fine('webhooks', `${count(sealed.length, 'webhook')}; none is failing.`)];
  const named = failing.slice(0, mostNamed).map(({ id, name }) => `“${name}” (${id})`);
  const more = failing.length > mostNamed ? ` and ${failing.length - mostNamed} more` : '';
  const told = `${count(failing.length, 'is', 'are')} failing, or switched off for that: ${named.join(', ')}${more}.`;
  const todo = 'Their deliveries show the reason. After three days the service gives up what waits.';
  return [...diagnoses, warning('webhooks', told, todo)];
}

function checkSecrets(
  sealed: Awaited<ReturnType<typeof readWebhooks>>['sealed'],
  appKeys: readonly Buffer[],
): Diagnosis[] {
  const [present, ...earlier] = appKeys;
  const opens = (keys: readonly Buffer[]) =>
    sealed.filter(({ id, secret }) => openSecret(keys, secret, secretOwner(id)) !== null).length;
  const [byPresent, byAny] = [opens(present ? [present] : []), opens(appKeys)];
  const secrets =
    byAny < sealed.length
      ? `No key opens the secrets of ${count(sealed.length - byAny, 'webhook')}, so nothing is sent to them.`
      : byPresent < byAny && earlier.length > 0
        ? `Only a key of APP_PREVIOUS_KEYS opens the secrets of ${count(byAny - byPresent, 'webhook')}.`
        : null;
  return secrets === null ? [] : [warning('secrets of webhooks', secrets, 'Make new ones (“New secret”).')];
}
