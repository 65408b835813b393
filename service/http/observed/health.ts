/** Reports whether the service is alive and ready. */
import type { Middleware } from 'koa';
import { checkSchema } from '../../../engine/database/migrate.ts';
import { type Database, pingDatabase } from '../../../engine/database/open.ts';

/**
 * `/health/live` while the process runs; `/health/ready` if the database is reachable, has a current schema and accepts writes.
 * @param requireWrites rejects if nothing can be written
 * @param isLeaving whether it is about to stop
 */
export function createHealth(
  database: Database,
  requireWrites: () => Promise<void>,
  isLeaving: () => boolean,
): Middleware {
  /** The reason why it is not ready; null for none. */
  const findObstacle = async (): Promise<string | null> => {
    if (isLeaving()) return 'about to end';
    try {
      await pingDatabase(database);
      const { pending } = await checkSchema(database);
      if (pending.length > 0) return 'schema is not current';
    } catch {
      return 'the database is out of reach';
    }
    return requireWrites().then(
      () => null,
      () => 'nothing can be written',
    );
  };
  return async (ctx, next) => {
    if (ctx.path !== '/health/live' && ctx.path !== '/health/ready') return next();
    if (ctx.path === '/health/live') {
      ctx.body = { status: 'live' };
      return;
    }
    const obstacle = await findObstacle();
    ctx.status = obstacle === null ? 200 : 503;
    if (obstacle !== null) ctx.set('Retry-After', '2');
    ctx.body = { status: obstacle ?? 'ready' };
  };
}
