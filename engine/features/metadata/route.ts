/** `GET /resources` and `GET /reports`: the resources, what the user may do with them, and their reports. */
import type { RouterContext } from '@koa/router';
import { answerKept, type KeptAnswer, keepAnswer } from '../../describe/kept-answer.ts';
import { createMetadata, type Zones } from '../../describe/metadata/resource-metadata.ts';
import { createCache } from '../../memoize.ts';
import type { Actor } from '../../policy.ts';
import { readNoIntent } from '../../request/intent.ts';
import { type RouteOptions, type RouterPlaces, readAsking, tellLanguage } from '../../serve/routes.ts';
import { createReportMetadata } from '../reports/metadata.ts';

/** The maximum number of cached answers, some 70 kB each: clients request them with each page they open. */
const maxDescribed = 100;

interface MetadataRouteOptions extends RouteOptions {
  /** Time zones of all sites, by id: the headquarters reads each row in the time zone of its site. */
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
    const make = () => keepAnswer(JSON.stringify(describe(actor, zones)), ['br', 'gzip'], 9);
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

/** Everything that the answer depends on, except definitions: they do not change while the service runs. */
function cacheKey({ id, locale, site, permissions }: Actor, zones: Zones): string {
  return JSON.stringify([id, locale, site, [...permissions], zones]);
}
