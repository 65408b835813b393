/** Tells whoever runs the service whether it is alive and ready. */
import type { Middleware } from 'koa';
import { checkSchema, type Database, pingDatabase } from '../database.ts';

/** `/health/live` while the process runs; `/health/ready` when the database answers with a current schema. */
export function createHealth(database: Database): Middleware {
  return async (ctx, next) => {
    if (ctx.path !== '/health/live' && ctx.path !== '/health/ready') return next();
    if (ctx.path === '/health/live') {
      ctx.body = { status: 'live' };
      return;
    }
    try {
      await pingDatabase(database);
      const { pending } = await checkSchema(database);
      ctx.status = pending.length === 0 ? 200 : 503;
      ctx.body = { status: pending.length === 0 ? 'ready' : 'schema is not current' };
    } catch {
      ctx.status = 503;
      ctx.set('Retry-After', '2');
      ctx.body = { status: 'the database is out of reach' };
    }
  };
}
