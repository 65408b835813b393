/** One delivery attempt: a POST to a checked address, with a time limit. */
import { lookup } from 'node:dns/promises';
import { request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { type AddressGuard, withoutBrackets } from '../guard.ts';
import { parseRetryAfter } from './schedule.ts';

/** Why an attempt failed. `status`: any that is neither 2xx nor 3xx. */
const attemptErrors = ['timeout', 'connection', 'tls', 'blocked_address', 'redirect', 'status'] as const;
export type AttemptError = (typeof attemptErrors)[number];

export interface Outcome {
  /** Null if it was delivered. */
  readonly error: AttemptError | null;
  /** Null without an answer. */
  readonly status: number | null;
  readonly durationMs: number;
  /** The receiver's `Retry-After`. */
  readonly retryAfterMs: number | null;
}

interface Attempt {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly guard: AddressGuard;
  /** For everything up to the status; 15 seconds, except in tests. */
  readonly timeoutMs?: number;
  /** Aborts it like a timeout. */
  readonly signal?: AbortSignal;
  /** Resolves a name, for tests. */
  readonly resolve?: typeof resolveName;
}

interface Resolved {
  readonly address: string;
  readonly family: number;
}

const usualTimeoutMs = 15_000;
const mostRead = 64 * 1024;

export async function attempt(given: Attempt): Promise<Outcome> {
  const began = performance.now();
  const { signal, done } = deadline(given.timeoutMs ?? usualTimeoutMs, given.signal);
  const outcome = (
    error: AttemptError | null,
    status: number | null = null,
    retryAfterMs: number | null = null,
  ) => ({ error, status, retryAfterMs, durationMs: Math.round(performance.now() - began) }) satisfies Outcome;
  try {
    const host = withoutBrackets(new URL(given.url).hostname);
    const addresses = await orAborted((given.resolve ?? resolveName)(host), signal);
    // One refused address is enough: otherwise, which of several is called would depend on chance, or on the owner of the name.
    if (!addresses.every(({ address }) => given.guard.allows(host, address)))
      return outcome('blocked_address');
    const { status, retryAfter } = await post(given, addresses, signal);
    if (status >= 200 && status < 300) return outcome(null, status);
    if (status >= 300 && status < 400) return outcome('redirect', status);
    return outcome('status', status, parseRetryAfter(retryAfter));
  } catch (error) {
    if (signal.aborted) return outcome('timeout');
    return outcome(error instanceof HandshakeError ? 'tls' : 'connection');
  } finally {
    done();
  }
}

/** An invalid certificate or TLS handshake of the receiver. */
class HandshakeError extends Error {}

/** A connection that ended during the handshake, which is no TLS error. */
const connectionCodes = ['ECONNRESET', 'ECONNABORTED', 'EPIPE', 'ETIMEDOUT'];

/** Resolves once the status is known. The rest of the answer is read to its end or to 64 KiB, and discarded. */
function post(
  { url, headers, body }: Attempt,
  addresses: readonly Resolved[],
  signal: AbortSignal,
): Promise<{ readonly status: number; readonly retryAfter: string | undefined }> {
  return new Promise((resolve, reject) => {
    let shaking = false;
    const secure = url.toLowerCase().startsWith('https:');
    const request = (secure ? requestHttps : requestHttp)(url, {
      method: 'POST',
      headers: { ...headers, 'content-length': Buffer.byteLength(body) },
      // No agent: it would reuse a connection that was made for another name, or use a proxy.
      agent: false,
      lookup: answerWith(addresses),
      signal,
    });
    request.once('socket', (socket) => {
      socket.once('connect', () => {
        shaking = secure;
      });
      socket.once('secureConnect', () => {
        shaking = false;
      });
    });
    request.once('response', (answer) => {
      let read = 0;
      answer.on('data', (chunk: Buffer) => {
        read += chunk.length;
        if (read > mostRead) request.destroy();
      });
      answer.on('error', () => {});
      // Data after the status has no effect; a receiver that never ends it must not hold the connection.
      const end = setTimeout(() => request.destroy(), 2000).unref();
      request.once('close', () => clearTimeout(end));
      resolve({ status: answer.statusCode ?? 0, retryAfter: answer.headers['retry-after'] });
    });
    // Also after the promise is settled, where it has no effect: an error without a listener would end the process.
    request.on('error', (error: NodeJS.ErrnoException) => {
      const isTls = shaking && !connectionCodes.includes(error.code ?? '');
      reject(isTls ? new HandshakeError('TLS', { cause: error }) : error);
    });
    request.end(body);
  });
}

/** A `lookup` that returns the checked addresses, without a query. */
function answerWith(addresses: readonly Resolved[]): LookupFunction {
  const [first] = addresses;
  return (_host, { all }, callback) => {
    if (!first) callback(new Error('The name has no address.'), '');
    else if (all) callback(null, [...addresses]);
    else callback(null, first.address, first.family);
  };
}

/** Only one query per name at a time: names that hang occupy threads, of which the process has few. */
const asking = new Map<string, Promise<readonly Resolved[]>>();

function resolveName(host: string): Promise<readonly Resolved[]> {
  if (isIP(host)) return Promise.resolve([{ address: host, family: isIP(host) }]);
  const known = asking.get(host);
  if (known) return known;
  const asked = lookup(host, { all: true }).finally(() => asking.delete(host));
  asking.set(host, asked);
  return asked;
}

/** The timer keeps the process running: a running attempt is finished. */
function deadline(ms: number, ending?: AbortSignal): { readonly signal: AbortSignal; done(): void } {
  const controller = new AbortController();
  const timer = setTimeout(() => controller.abort(), ms);
  const signal = ending ? AbortSignal.any([controller.signal, ending]) : controller.signal;
  return { signal, done: () => clearTimeout(timer) };
}

function orAborted<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    signal.addEventListener('abort', () => reject(new Error('No time is left.')), { once: true });
    promise.then(resolve, reject);
  });
}
