/** An upper bound of the time that a request may take, and word to whoever works for it that nobody waits any more. */
import type { ServerResponse } from 'node:http';
import type { Middleware } from 'koa';
import { Failure } from '../../engine/failure.ts';
import type { Signal } from '../../engine/signal.ts';

/** How long a request may take until it is answered, in milliseconds: less than the usual proxies wait. */
export const usualTimeLimit = 45_000;

/** Of that time, the part in which statements are still begun; the rest is for what runs already, and for undoing it. */
const workingShare = 0.9;

/** Asked before each statement, so it listens to nothing: a listener or a timer more would cost every request. */
class RequestSignal implements Signal {
  readonly #response: ServerResponse;
  readonly #milliseconds: number;
  readonly #tooLate: () => void;
  #timer: NodeJS.Timeout | undefined;
  #until = 0;

  constructor(response: ServerResponse, milliseconds: number, tooLate: () => void) {
    this.#response = response;
    this.#milliseconds = milliseconds;
    this.#tooLate = tooLate;
    this.start();
  }

  start(): void {
    this.#until = performance.now() + this.#milliseconds * workingShare;
    this.#timer = setTimeout(this.#tooLate, this.#milliseconds);
  }

  /** What is still under way goes on to the time that it had. */
  end(): void {
    clearTimeout(this.#timer);
  }

  stop(): void {
    this.end();
    this.#until = Number.POSITIVE_INFINITY;
  }

  throwIfAborted(): void {
    if (hasLeft(this.#response))
      throw new Failure('unavailable', { cause: new Error('The client has left.') });
    if (performance.now() > this.#until) throw tooLate();
  }
}

/** Whether the client went away before it had its answer. */
export function hasLeft(response: ServerResponse): boolean {
  return response.destroyed && !response.writableFinished;
}

/**
 * Answers a request that takes too long with a 503, whatever it waits for. `ctx.state.signal` stops what it has begun.
 * @throws Failure `unavailable` with `Retry-After`
 */
export function limitTime(milliseconds: number): Middleware {
  return async (ctx, next) => {
    let giveUp: () => void = () => {};
    const late = new Promise<never>((_, reject) => {
      giveUp = () => reject(tooLate());
    });
    const signal = new RequestSignal(ctx.res, milliseconds, giveUp);
    ctx.state.signal = signal;
    try {
      await Promise.race([next(), late]);
    } finally {
      signal.end();
    }
  };
}

/**
 * Waits for what has times of its own, a body that is sent for minutes: the time of the request counts anew from its end.
 *
 * @param signal that of the request, as `limitTime` has made it
 */
export async function withoutTimeLimit<T>(signal: unknown, work: () => Promise<T>): Promise<T> {
  if (!(signal instanceof RequestSignal)) return work();
  signal.stop();
  try {
    return await work();
  } finally {
    signal.start();
  }
}

function tooLate(): Failure {
  return new Failure('unavailable', { headers: { 'Retry-After': '5' } });
}
