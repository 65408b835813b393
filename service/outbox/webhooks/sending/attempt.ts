/** One attempt to deliver: a POST to an address that was judged, with an end in sight whatever the receiver does. */
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
  /** Null if there was no answer. */
  readonly status: number | null;
  readonly durationMs: number;
  /** What a refusal asked for. */
  readonly retryAfterMs: number | null;
}

interface Attempt {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly guard: AddressGuard;
  /** For all of it up to the status; 15 seconds, but in tests. */
  readonly timeoutMs?: number;
  /** Gives it up, as if its time were over. */
  readonly signal?: AbortSignal;
  /** Addresses of a name, for tests. */
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
    // Also if one of several is such an address: which of them is called would be up to chance, or to whoever answers for the name.
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

/** What the receiver's certificate or its TLS did not agree with. */
class HandshakeError extends Error {}

/** Not the fault of TLS, but of a connection that ended in the middle of it. */
const connectionCodes = ['ECONNRESET', 'ECONNABORTED', 'EPIPE', 'ETIMEDOUT'];

/** Resolves once the status is known. The rest of the answer is read to its end or to 64 KiB, and thrown away. */
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
      // No agent: neither a connection that was made for another name, nor a proxy, comes between.
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
      // What comes after the status changes nothing any more; a receiver that never ends it must not hold the connection.
      const end = setTimeout(() => request.destroy(), 2000).unref();
      request.once('close', () => clearTimeout(end));
      resolve({ status: answer.statusCode ?? 0, retryAfter: answer.headers['retry-after'] });
    });
    // Also after the promise is settled, where it does nothing: an error without a listener would end the process.
    request.on('error', (error: NodeJS.ErrnoException) => {
      const isTls = shaking && !connectionCodes.includes(error.code ?? '');
      reject(isTls ? new HandshakeError('TLS', { cause: error }) : error);
    });
    request.end(body);
  });
}

/** A `lookup` that knows the addresses which were judged, and asks nobody. */
function answerWith(addresses: readonly Resolved[]): LookupFunction {
  const [first] = addresses;
  return (_host, { all }, callback) => {
    if (!first) callback(new Error('The name has no address.'), '');
    else if (all) callback(null, [...addresses]);
    else callback(null, first.address, first.family);
  };
}

/** The same name is asked for once at a time: names that hang take threads, of which the process has few. */
const asking = new Map<string, Promise<readonly Resolved[]>>();

function resolveName(host: string): Promise<readonly Resolved[]> {
  if (isIP(host)) return Promise.resolve([{ address: host, family: isIP(host) }]);
  const known = asking.get(host);
  if (known) return known;
  const asked = lookup(host, { all: true }).finally(() => asking.delete(host));
  asking.set(host, asked);
  return asked;
}

/** A timer that keeps the process running: an attempt in hand is ended, not forgotten. */
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
