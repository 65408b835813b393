/** Queries the state of a host, outside of the pool of its connections. */
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { hostOptions, loadDriver } from '../database/mysql/driver.ts';
import type { DatabaseHost, MysqlSettings } from '../database/settings.ts';
import { readState, type ServerState } from './state.ts';

/** The answer of a host: its state, or the reason why there is none. */
export type HostAnswer =
  | { readonly kind: 'state'; readonly state: ServerState }
  /** There is no server, or it did not answer in time (`silent`). */
  | { readonly kind: 'gone'; readonly error: Error; readonly silent: boolean }
  /** The server refuses the connection: too many connections, or a wrong password. */
  | { readonly kind: 'closed'; readonly error: Error };

/** Queries one host, on a separate connection. Never throws. */
export type AskHost = (host: DatabaseHost) => Promise<HostAnswer>;

/** Errors of a host that is unreachable, or has just disappeared. */
const gone = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ETIMEDOUT',
  'PROTOCOL_CONNECTION_LOST',
  'PROTOCOL_SEQUENCE_TIMEOUT',
  'PROTOCOL_ENQUEUE_AFTER_FATAL_ERROR',
  'ER_SERVER_SHUTDOWN',
  // It only accepts administrators.
  'ER_SERVER_OFFLINE_MODE',
]);
/** Errors of a reachable host that accepts no writes, or no commands. */
const refusing = new Set([
  'ER_OPTION_PREVENTS_STATEMENT',
  'ER_READ_ONLY_MODE',
  'ER_CANT_EXECUTE_IN_READ_ONLY_TRANSACTION',
  'ER_UNKNOWN_COM_ERROR',
  'ER_RUN_HOOK_ERROR',
  'ER_BEFORE_DML_VALIDATION_ERROR',
  'ER_GRP_TRX_CONSISTENCY_NOT_ALLOWED',
  'ER_GRP_TRX_CONSISTENCY_BEFORE',
]);

/** Whether an error means that its host is gone. */
export function isGone(error: unknown): boolean {
  return gone.has(codeOf(error));
}

/** Whether an error is a reason to query the state of its host. */
export function isDoubtful(error: unknown): boolean {
  return isGone(error) || refusing.has(codeOf(error));
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}

/** How long a query stays open if the host keeps the connection but does not answer, in milliseconds. */
const openMs = 300_000;
/** How long the host may be silent before TCP checks whether its machine is alive, in milliseconds. */
const aliveAfterMs = 5000;

/**
 * Only one query per host is open at a time. A host that hangs still accepts connections and keeps each of them: a new one every
 * second would use up its connections.
 * @param patience milliseconds after which a silent host is given up
 */
export function createAsk(settings: MysqlSettings, patience: number): AskHost {
  const open = new Map<DatabaseHost, HostQuestion>();
  return async (host) => {
    const question = open.get(host) ?? openQuestion(settings, host, patience);
    open.set(host, question);
    void question.answer.then(() => {
      if (open.get(host) === question) open.delete(host);
    });
    return within(patience, question.answer).catch((error: Error) => {
      question.leave();
      return { kind: 'gone', error, silent: true };
    });
  };
}

interface HostQuestion {
  readonly answer: Promise<HostAnswer>;
  /** It no longer keeps the process running. */
  leave(): void;
}

function openQuestion({ user, password }: MysqlSettings, host: DatabaseHost, patience: number): HostQuestion {
  const socket = connect(host.port, host.host);
  socket.setNoDelay(true).once('connect', () => socket.setKeepAlive(true, aliveAfterMs));
  // Without a database, so that it does not count as a user of it.
  const options = { ...hostOptions(host), user, password, connectTimeout: 0, stream: () => socket };
  const connection = loadDriver().createConnection(options);
  // The query itself reports errors.
  connection.on('error', () => {});
  const read = async (): Promise<HostAnswer> => {
    const state = await within(
      openMs,
      Promise.race([readState(connection), connected(socket, patience)]),
      false,
    );
    await within(patience, connection.promise().end()).catch(() => {});
    return { kind: 'state', state };
  };
  const answer = read()
    .catch((error: unknown): HostAnswer => {
      const told = error instanceof Error ? error : new Error(String(error));
      if (!isGone(told)) return { kind: 'closed', error: told };
      return { kind: 'gone', error: told, silent: codeOf(told) === 'ETIMEDOUT' };
    })
    .finally(() => connection.destroy());
  return { answer, leave: () => void socket.unref() };
}

/** Rejects if no server accepts the connection in time; it leaves no connection open. */
async function connected(socket: Socket, patience: number): Promise<never> {
  const never = new Promise<never>(() => {});
  if (socket.connecting) await within(patience, once(socket, 'connect'));
  return never;
}

/** @param held whether it keeps an otherwise idle process running */
export async function within<T>(milliseconds: number, answer: Promise<T>, held = true): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    const error = Object.assign(new Error('The server gave no answer in time.'), { code: 'ETIMEDOUT' });
    timer = setTimeout(() => reject(error), milliseconds);
    if (!held) timer.unref();
  });
  try {
    return await Promise.race([answer, late]);
  } finally {
    clearTimeout(timer);
    answer.catch(() => {});
  }
}
