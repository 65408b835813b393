/** Limits the time of a request, and signals to its code when the answer is no longer needed. */
import type { ServerResponse } from 'node:http';
import type { Middleware } from 'koa';
import { Failure } from '../../engine/failure.ts';
import type { Signal } from '../../engine/signal.ts';

/** The maximum time until the answer, in milliseconds: less than common proxies wait. */
export const usualTimeLimit = 45_000;

/** The part of that time in which statements are started; the rest is for running ones, and for a rollback. */
const workingShare = 0.9;

/** It is checked before each statement, and so needs no listener or timer, which would cost time in every request. */
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

  /** Running work may continue for the rest of its time. */
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

/** Whether the client left before it had its answer. */
export function hasLeft(response: ServerResponse): boolean {
  return response.destroyed && !response.writableFinished;
}

/**
 * Answers a request that takes too long with a 503, whatever it is waiting for. `ctx.state.signal` stops its work.
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
 * Waits for work with its own timeouts, such as a body that is sent over minutes: the time of the request starts again after it.
 *
 * @param signal of the request, from `limitTime`
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
