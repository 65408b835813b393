/** `GET /resources`: the resources, and what the user may do with them. */
import type { RouterContext } from '@koa/router';
import { answerKept, type KeptAnswer, keepAnswer } from '../../describe/kept-answer.ts';
import { createCache } from '../../memoize.ts';
import type { Actor } from '../../policy.ts';
import { readNoIntent } from '../../request/intent.ts';
import { type RouterPlaces, readAsking, tellLanguage } from '../../serve/routes.ts';
import type { Feature, Served } from '../feature.ts';
import { describeMetadata } from './metadata-tag.ts';
import { createMetadata, type Zones } from './resource-metadata.ts';

declare module '../feature.ts' {
  interface Served {
    /** Time zones of all sites, by id: the headquarters reads each row in the time zone of its site. */
    zones(): Promise<Zones>;
  }
}

export default {
  name: 'metadata',
  uses: ['counts', 'related'],
  paths: ['resources'],
  chapters: (prefix) => [describeMetadata(prefix)],
  mount: (routers, served, features) => {
    const describe = createMetadata(served.engine, features);
    const zonesOf = async ({ site }: Actor) => (site?.is_headquarters ? served.zones() : {});
    addKeptRoute(routers, served, 'resources', describe, zonesOf);
  },
} satisfies Feature;

/** The maximum number of cached answers, some 70 kB each: clients request them with each page they open. */
const maxDescribed = 100;

/** Adds a route whose answer depends only on definitions, which do not change while the service runs, on the user, and on the zones that they get. */
export function addKeptRoute(
  { main }: RouterPlaces,
  served: Served,
  path: string,
  describe: (actor: Actor, zones: Zones) => unknown,
  zonesOf: (actor: Actor) => Promise<Zones> = async () => ({}),
): void {
  const cache = createCache<KeptAnswer>(maxDescribed);
  main.get(`${served.prefix}/${path}`, async (ctx: RouterContext) => {
    const asking = await readAsking(ctx, served);
    const { actor } = asking;
    readNoIntent(ctx.query);
    const zones = await zonesOf(actor);
    const make = () => keepAnswer(JSON.stringify(describe(actor, zones)), ['br', 'gzip'], 9);
    const { id, locale, site, permissions } = actor;
    const kept = cache.get(JSON.stringify([id, locale, site, [...permissions], zones]), make);
    tellLanguage(ctx, asking);
    await answerKept(ctx, kept, { type: 'application/json', shared: false });
  });
}
