/** `POST /batch`: several writes in one transaction. */
import type { RouterContext } from '@koa/router';
import { once } from '../../memoize.ts';
import { readNoIntent } from '../../request/intent.ts';
import { readJsonBody } from '../../request/json-body.ts';
import type { RouteFinder } from '../../serve/route-finder.ts';
import { type RouteOptions, type RouterPlaces, readAsking, readTerms, send } from '../../serve/routes.ts';
import { serveBatch } from './batch.ts';

/** Adds its route. @param finder of the routes that its operations take */
export function addBatchRoute({ main }: RouterPlaces, options: RouteOptions, finder: RouteFinder): void {
  const { engine, prefix } = options;
  main.post(`${prefix}/batch`, async (ctx: RouterContext) => {
    const asking = await readAsking(ctx, options);
    const body = once(() => readJsonBody(ctx));
    const terms = readTerms(ctx, body);
    readNoIntent(ctx.query);
    send(ctx, await serveBatch({ engine, finder, prefix, asking }, await body(), terms));
  });
}
