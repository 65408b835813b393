/** Counts the queries of each request, for the log and for tests with limits. */
import { AsyncLocalStorage } from 'node:async_hooks';
import type { Middleware } from 'koa';
import type { Database } from '../../../engine/database/open.ts';

const running = new AsyncLocalStorage<{ queries: number }>();

/** Counts the queries of a database while `countQueries` has a request running. */
export function watchQueries(database: Database): void {
  database.on('query', () => {
    const count = running.getStore();
    if (count) count.queries += 1;
  });
}

/**
 * Starts a count for a request; `ctx.state.count.queries` has it.
 * @param wanted whether the log shows the count: before Node 24, counting makes each promise of a request slower
 */
export function countQueries(wanted: boolean): Middleware {
  if (!wanted) return (_ctx, next) => next();
  return (ctx, next) => {
    const count = { queries: 0 };
    ctx.state.count = count;
    return running.run(count, next);
  };
}
