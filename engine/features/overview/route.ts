/** `GET /overview`: the parts of a home page that views name, in one request. */
import type { RouterContext } from '@koa/router';
import { readNoIntent } from '../../request/intent.ts';
import { type RouteOptions, type RouterPlaces, readAsking, tellLanguage } from '../../serve/routes.ts';
import { answerOverview } from './overview.ts';

/** Adds its route. */
export function addOverviewRoute({ main }: RouterPlaces, options: RouteOptions): void {
  main.get(`${options.prefix}/overview`, async (ctx: RouterContext) => {
    const asking = await readAsking(ctx, options);
    readNoIntent(ctx.query);
    tellLanguage(ctx, asking);
    ctx.body = { data: await answerOverview(options.engine, asking) };
  });
}
