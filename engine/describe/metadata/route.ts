/** `GET /resources`: the resources, and what the user may do with them. */
import type { RouterContext } from '@koa/router';
import { createCache } from '../../memoize.ts';
import type { Actor } from '../../policy.ts';
import { readNoIntent } from '../../request/intent.ts';
import { type RouteOptions, type RouterPlaces, readAsking, tellLanguage } from '../../serve/routes.ts';
import { answerKept, type KeptAnswer, keepAnswer } from '../kept-answer.ts';
import { createMetadata } from './resource-metadata.ts';

/** Most answers that are kept, some 70 kB each: people look again each time they open a page of the client. */
const maxDescribed = 100;

/** Adds the route that describes the resources to a client. */
export function addMetadataRoute({ main }: RouterPlaces, options: RouteOptions): void {
  const describe = createMetadata(options.engine);
  const described = createCache<KeptAnswer>(maxDescribed);
  main.get(`${options.prefix}/resources`, async (ctx: RouterContext) => {
    const asking = await readAsking(ctx, options);
    const { actor } = asking;
    readNoIntent(ctx.query);
    const kept = described.get(cacheKey(actor), () => keepAnswer(JSON.stringify(describe(actor))));
    tellLanguage(ctx, asking);
    await answerKept(ctx, kept, { type: 'application/json', shared: false });
  });
}

/** All that the answer follows from: what definitions say does not change while the service runs. */
function cacheKey({ id, locale, site, permissions }: Actor): string {
  return JSON.stringify([id, locale, site, [...permissions]]);
}
