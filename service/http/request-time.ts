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
  readonly #until: number;

  constructor(response: ServerResponse, until: number) {
    this.#response = response;
    this.#until = until;
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
    ctx.state.signal = new RequestSignal(ctx.res, performance.now() + milliseconds * workingShare);
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(tooLate()), milliseconds);
    });
    try {
      await Promise.race([next(), late]);
    } finally {
      clearTimeout(timer);
    }
  };
}

function tooLate(): Failure {
  return new Failure('unavailable', { headers: { 'Retry-After': '5' } });
}
