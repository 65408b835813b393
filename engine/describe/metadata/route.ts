/** `GET /resources` and `GET /reports`: the resources, what the user may do with them, and what is computed of them. */
import type { RouterContext } from '@koa/router';
import { createCache } from '../../memoize.ts';
import type { Actor } from '../../policy.ts';
import { readNoIntent } from '../../request/intent.ts';
import { type RouteOptions, type RouterPlaces, readAsking, tellLanguage } from '../../serve/routes.ts';
import { answerKept, type KeptAnswer, keepAnswer } from '../kept-answer.ts';
import { createReportMetadata } from './report-metadata.ts';
import { createMetadata, type Zones } from './resource-metadata.ts';

/** Most answers that are kept, some 70 kB each: people look again each time they open a page of the client. */
const maxDescribed = 100;

interface MetadataRouteOptions extends RouteOptions {
  /** Time zones of all sites, by their ids: the headquarters reads rows of each by its own clock. */
  zones(): Promise<Zones>;
}

/** Adds the routes that describe the resources and their reports to a client. */
export function addMetadataRoutes({ main }: RouterPlaces, options: MetadataRouteOptions): void {
  const describe = createMetadata(options.engine);
  const described = createCache<KeptAnswer>(maxDescribed);
  main.get(`${options.prefix}/resources`, async (ctx: RouterContext) => {
    const asking = await readAsking(ctx, options);
    const { actor } = asking;
    readNoIntent(ctx.query);
    const zones = actor.site?.is_headquarters ? await options.zones() : {};
    const make = () => keepAnswer(JSON.stringify(describe(actor, zones)));
    const kept = described.get(cacheKey(actor, zones), make);
    tellLanguage(ctx, asking);
    await answerKept(ctx, kept, { type: 'application/json', shared: false });
  });
  const describeReports = createReportMetadata(options.engine);
  const reports = createCache<KeptAnswer>(maxDescribed);
  main.get(`${options.prefix}/reports`, async (ctx: RouterContext) => {
    const asking = await readAsking(ctx, options);
    const { actor } = asking;
    readNoIntent(ctx.query);
    const kept = reports.get(cacheKey(actor, {}), () => keepAnswer(JSON.stringify(describeReports(actor))));
    tellLanguage(ctx, asking);
    await answerKept(ctx, kept, { type: 'application/json', shared: false });
  });
}

/** All that the answer follows from: what definitions say does not change while the service runs. */
function cacheKey({ id, locale, site, permissions }: Actor, zones: Zones): string {
  return JSON.stringify([id, locale, site, [...permissions], zones]);
}
