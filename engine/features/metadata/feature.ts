/** `GET /resources`: the resources, and what the user may do with them. */
import type { RouterContext } from '@koa/router';
import { answerKept, type KeptAnswer, keepAnswer } from '../../describe/kept-answer.ts';
import { json, type ResponseSpec, type TagSpec } from '../../describe/openapi/spec.ts';
import { exactly, named } from '../../json-schema.ts';
import { createCache } from '../../memoize.ts';
import type { Actor } from '../../policy.ts';
import { readNoIntent } from '../../request/intent.ts';
import { type RouterPlaces, readAsking, tellLanguage } from '../../serve/routes.ts';
import { Type } from '../../typebox.ts';
import type { Feature, Served } from '../feature.ts';
import { answerMeta } from './answer-schema.ts';
import { fieldMetadata, filterMetadata } from './metadata-schema.ts';
import { createMetadata, type Zones } from './resource-metadata.ts';
import { resourceMetadata } from './resource-schema.ts';
import { viewMetadata } from './view-schema.ts';

declare module '../feature.ts' {
  interface Served {
    /** Time zones of all sites, by id: the headquarters reads each row in the time zone of its site. */
    zones(): Promise<Zones>;
  }
}

export default {
  name: 'metadata',
  uses: ['counts', 'options', 'related'],
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

export const notModified: ResponseSpec = {
  description: 'What you have is still the answer.',
  headers: ['ETag'],
};

/** @param prefix path before every resource, e.g. `/api/v1` */
function describeMetadata(prefix: string): TagSpec {
  return {
    name: 'Metadata',
    description: 'What a client needs to draw lists and forms with no other knowledge.',
    schemas: {
      FieldMetadata: fieldMetadata,
      FilterMetadata: filterMetadata,
      ResourceMetadata: resourceMetadata,
      ViewMetadata: viewMetadata,
    },
    endpoints: [
      {
        method: 'get',
        path: `${prefix}/resources`,
        id: 'listResources',
        summary: 'Describe the resources',
        description:
          'Each resource with which the user may do anything at the current site, in the user’s language. What may be done ' +
          'changes with the site and with the roles.',
        access: 'session',
        parameters: ['IfNoneMatch'],
        answers: {
          200: {
            description: 'The resources.',
            headers: ['ETag'],
            content: json(
              exactly({ data: Type.Array(named('ResourceMetadata', resourceMetadata)), meta: answerMeta }),
            ),
          },
          304: notModified,
        },
      },
    ],
  };
}
