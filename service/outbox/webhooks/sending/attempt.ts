/** One delivery attempt: a POST to a checked address, with a time limit. */
import type { LookupAddress } from 'node:dns';
import { request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import type { LookupFunction } from 'node:net';
import { type AddressGuard, withoutBrackets } from '../guard.ts';
import { resolveName } from './resolve.ts';
import { parseRetryAfter } from './schedule.ts';

/** Why an attempt failed. `name`: no name server has answered. `status`: any that is neither 2xx nor 3xx. */
export type AttemptError =
  | 'timeout'
  | 'name'
  | 'connection'
  | 'tls'
  | 'blocked_address'
  | 'redirect'
  | 'status';

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

const usualTimeoutMs = 15_000;
const mostRead = 64 * 1024;

export async function attempt(given: Attempt): Promise<Outcome> {
  const began = performance.now();
  // Its own: a signal that is made of a longer one would stay in memory as long as that.
  const over = new AbortController();
  const { signal } = over;
  const end = () => over.abort();
  // The timer keeps the process running: a running attempt is finished.
  const timer = setTimeout(end, given.timeoutMs ?? usualTimeoutMs);
  if (given.signal?.aborted) end();
  else given.signal?.addEventListener('abort', end, { once: true });
  const outcome = (
    error: AttemptError | null,
    status: number | null = null,
    retryAfterMs: number | null = null,
  ) => ({ error, status, retryAfterMs, durationMs: Math.round(performance.now() - began) }) satisfies Outcome;
  let isNamed = false;
  try {
    const host = withoutBrackets(new URL(given.url).hostname);
    const trusted = given.guard.names(host);
    const addresses = await orAborted((given.resolve ?? resolveName)(host, { trusted }), signal);
    isNamed = true;
    // One refused address is enough: otherwise, which of several is called would depend on chance, or on the owner of the name.
    if (!addresses.every(({ address }) => given.guard.allows(host, address)))
      return outcome('blocked_address');
    const { status, retryAfter } = await orAborted(post(given, addresses, signal), signal);
    if (status >= 200 && status < 300) return outcome(null, status);
    if (status >= 300 && status < 400) return outcome('redirect', status);
    return outcome('status', status, parseRetryAfter(retryAfter));
  } catch (error) {
    if (!isNamed) return outcome('name');
    if (signal.aborted) return outcome('timeout');
    return outcome(error instanceof HandshakeError ? 'tls' : 'connection');
  } finally {
    clearTimeout(timer);
    given.signal?.removeEventListener('abort', end);
  }
}

/** An invalid certificate or TLS handshake of the receiver. */
class HandshakeError extends Error {}

/** A connection that ended during the handshake, which is no TLS error. */
const connectionCodes = ['ECONNRESET', 'ECONNABORTED', 'EPIPE', 'ETIMEDOUT'];

/** Resolves once the status is known. The rest of the answer is read to its end or to 64 KiB, and discarded. */
function post(
  { url, headers, body }: Attempt,
  addresses: readonly LookupAddress[],
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
    // A receiver that wants another protocol. Without a listener, the request would end without any other event.
    request.once('upgrade', ({ statusCode }, socket) => {
      socket.destroy();
      resolve({ status: statusCode ?? 0, retryAfter: undefined });
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
function answerWith(addresses: readonly LookupAddress[]): LookupFunction {
  const [first] = addresses;
  return (_host, { all }, callback) => {
    if (!first) callback(new Error('The name has no address.'), '');
    else if (all) callback(null, [...addresses]);
    else callback(null, first.address, first.family);
  };
}

/** Settles with the signal at the latest, whatever becomes of the promise. */
function orAborted<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const end = () => reject(new Error('No time is left.'));
    if (signal.aborted) end();
    else signal.addEventListener('abort', end, { once: true });
    promise.then(resolve, reject);
  });
}
