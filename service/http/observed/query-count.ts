/** Counts the queries of each request, for the log and for tests that bound them. */
import { AsyncLocalStorage } from 'node:async_hooks';
import type { Middleware } from 'koa';
import type { Database } from '../../../engine/database/open.ts';

const running = new AsyncLocalStorage<{ queries: number }>();

/** Counts what a database is asked while `countQueries` has a request running. */
export function watchQueries(database: Database): void {
  database.on('query', () => {
    const count = running.getStore();
    if (count) count.queries += 1;
  });
}

/**
 * Opens a count around a request; `ctx.state.count.queries` holds it.
 * @param wanted whether the log tells of the count: before Node 24 each promise of a request costs more while somebody counts
 */
export function countQueries(wanted: boolean): Middleware {
  if (!wanted) return (_ctx, next) => next();
  return (ctx, next) => {
    const count = { queries: 0 };
    ctx.state.count = count;
    return running.run(count, next);
  };
}
