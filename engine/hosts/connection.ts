/** How a host is asked what it is, without the pool of its connections. */
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { hostOptions, loadDriver } from '../database/mysql/driver.ts';
import type { DatabaseHost, MysqlSettings } from '../database/settings.ts';
import { readState, type ServerState } from './state.ts';

/** What a host answered: its state, or why there is none. */
export type HostAnswer =
  | { readonly kind: 'state'; readonly state: ServerState }
  /** No server is there, or nothing came in time (`silent`). */
  | { readonly kind: 'gone'; readonly error: Error; readonly silent: boolean }
  /** It is there and does not let us in: too many connections, another password. */
  | { readonly kind: 'closed'; readonly error: Error };

/** Asks one host, with a connection of its own. Never throws. */
export type AskHost = (host: DatabaseHost) => Promise<HostAnswer>;

/** Of a host that cannot be reached, or that has just gone. */
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
  // It only lets administrators in.
  'ER_SERVER_OFFLINE_MODE',
]);
/** Of a host that is there and takes no writes, or no commands. */
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

/** Whether an error says that its host has gone. */
export function isGone(error: unknown): boolean {
  return gone.has(codeOf(error));
}

/** Whether an error is a reason to ask its host what it is. */
export function isDoubtful(error: unknown): boolean {
  return isGone(error) || refusing.has(codeOf(error));
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}

/** So long a question stays open where the host keeps its connection and says nothing, in milliseconds. */
const openMs = 300_000;
/** So long nothing may come before the host's machine is asked whether it is still there, in milliseconds. */
const aliveAfterMs = 5000;

/**
 * Of each host one question is open at a time. One that hangs takes connections all the same, each of which it keeps until it goes on: a new
 * one every second would fill it up.
 * @param patience milliseconds until a host that says nothing is given up
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
  /** Keeps no process running on its account. */
  leave(): void;
}

function openQuestion({ user, password }: MysqlSettings, host: DatabaseHost, patience: number): HostQuestion {
  const socket = connect(host.port, host.host);
  socket.setNoDelay(true).once('connect', () => socket.setKeepAlive(true, aliveAfterMs));
  // In no database: it shall not count as somebody who uses it.
  const options = { ...hostOptions(host), user, password, connectTimeout: 0, stream: () => socket };
  const connection = loadDriver().createConnection(options);
  // What fails is told by the question itself.
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

/** Rejects if no server takes the connection in time; no connection is left behind. */
async function connected(socket: Socket, patience: number): Promise<never> {
  const never = new Promise<never>(() => {});
  if (socket.connecting) await within(patience, once(socket, 'connect'));
  return never;
}

/** @param held whether a process that has nothing else to do waits for it */
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
