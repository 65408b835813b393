/** The parts of a home page that views name, with their answers. */

import type { RouterContext } from '@koa/router';
import { DateTime } from 'luxon';
import { permissionOf } from '../../definition/own/permission.ts';
import { json, type TagSpec } from '../../describe/openapi/spec.ts';
import { exactly, mapOf, named, textSchema } from '../../json-schema.ts';
import { languageOf } from '../../message.ts';
import type { Resource } from '../../model/resource.ts';
import type { Actor } from '../../policy.ts';
import { readNoIntent } from '../../request/intent.ts';
import type { RequestContext, WriteTerms } from '../../request/request.ts';
import type { Engine } from '../../serve/engine.ts';
import { listRoute } from '../../serve/operations.ts';
import { serve } from '../../serve/pipeline.ts';
import { readAsking, tellLanguage } from '../../serve/routes.ts';
import { type Static, Type } from '../../typebox.ts';
import { countsRoute } from '../counts/feature.ts';
import type { Feature } from '../feature.ts';
import { inPlace, overviewOf } from '../metadata/view.ts';
import type { ViewMetadata } from '../metadata/view-schema.ts';

/** The number of rows of a list on a home page. */
const rowsShown = '5';

/** The number of periods of a chart, including the present one. Years start with the first row. */
const periodsShown = { day: 31, week: 26, month: 12 } as const;

/** The request of a part, before it is answered. */
interface Question extends Omit<OverviewPart, 'answer'> {
  readonly action: 'list' | 'counts';
  /** The whole query. */
  readonly asked: Readonly<Record<string, string>>;
}

/** Answers the parts one after the other: like any request, a home page uses one connection. */
async function answerOverview(engine: Engine, asking: RequestContext): Promise<OverviewPart[]> {
  const { actor, now, signal } = asking;
  const listed = inPlace(engine.registry.values()).filter(
    (resource) => actor.permitted(permissionOf('list'), resource) !== 'none',
  );
  const parts: OverviewPart[] = [];
  for (const resource of listed) {
    for (const part of overviewOf(engine.registry, resource, languageOf(actor.locale))) {
      signal.throwIfAborted();
      const { action, asked, ...told } = questionOf(resource, part, actor, now);
      parts.push({ ...told, answer: await askPart(engine, asking, resource, action, asked) });
    }
  }
  return parts;
}

async function askPart(
  engine: Engine,
  asking: RequestContext,
  resource: Resource,
  action: Question['action'],
  query: Question['asked'],
): Promise<unknown> {
  const body = async () => undefined;
  const request = {
    ...{ resource, query, body, id: null, field: null },
    ...{ ifMatch: null, ifNoneMatch: null, format: 'json' as const, deferral: null },
    ...asking,
  };
  return (await serve(engine, action === 'list' ? listRoute : countsRoute, request, plainTerms)).body;
}

/** A read has no options of a write. */
const plainTerms: WriteTerms = {
  dryRun: false,
  idempotencyKey: null,
  fingerprint: { method: 'GET', path: '/overview', body: async () => undefined },
};

/** The request that a part of a view makes of its resource. */
function questionOf(
  resource: Resource,
  part: ViewMetadata['overview'][number],
  { id, site }: Pick<Actor, 'id' | 'site'>,
  now: Date,
): Question {
  const { path } = resource;
  if ('list' in part) {
    const { mine } = part;
    const query = { ...part.list, ...(mine && { [mine]: String(id) }), sort: part.sort };
    const asked = { ...query, per_page: rowsShown };
    return {
      resource: path,
      title: part.title,
      query,
      path: `/${path}?${queryText(asked)}`,
      action: 'list',
      ...(mine && { mine }),
      asked,
    };
  }
  const query = sinceOf(resource, part.by, DateTime.fromJSDate(now, { zone: site?.timezone ?? 'utc' }));
  const asked = { ...query, by: part.by };
  return {
    resource: path,
    title: part.title,
    by: part.by,
    query,
    path: `/${path}/counts?${queryText(asked)}`,
    action: 'counts',
    asked,
  };
}

/** The range of the last periods, in the time zone of the site; nothing for other keys. */
function sinceOf(resource: Resource, by: string, now: DateTime): Record<string, string> {
  const [field = '', period] = by.split('.');
  const unit = (['day', 'week', 'month'] as const).find((one) => one === period);
  if (unit === undefined) return {};
  const since = now.startOf(unit).minus({ [unit]: periodsShown[unit] - 1 });
  const isDay = resource.filters.get(field)?.scalar.zoned !== true;
  return { [`${field}[gte]`]: (isDay ? since.toISODate() : since.toUTC().toISO()) ?? '' };
}

const queryText = (query: Readonly<Record<string, string>>) => new URLSearchParams(query).toString();

export default {
  name: 'overview',
  uses: ['counts', 'metadata'],
  paths: ['overview'],
  chapters: (prefix) => [describeOverview(prefix)],
  mount: ({ main }, served) => {
    main.get(`${served.prefix}/overview`, async (ctx: RouterContext) => {
      const asking = await readAsking(ctx, served);
      readNoIntent(ctx.query);
      tellLanguage(ctx, asking);
      ctx.body = { data: await answerOverview(served.engine, asking) };
    });
  },
} satisfies Feature;

const overviewPart = exactly({
  resource: Type.String({ description: 'Path of the resource.' }),
  title: textSchema,
  by: Type.Optional(Type.String({ description: 'What a chart counts by; left out of rows.' })),
  mine: Type.Optional(
    Type.String({
      description:
        "The filter by which rows are the user's own; left out of those of all. Without rows there is nothing to show.",
    }),
  ),
  query: mapOf(textSchema, {
    description:
      'Filters and order of the list that the figures are of, as they stand in a query: a link to it.',
  }),
  path: Type.String({ description: 'The GET, below the address of the API, that answers the same alone.' }),
  answer: Type.Unsafe<unknown>({
    type: 'object',
    description: 'What that answers: `{data, meta, links}` of a list, `{data}` of counts.',
  }),
});

type OverviewPart = Static<typeof overviewPart>;

/** @param prefix path before every resource, e.g. `/api/v1` */
function describeOverview(prefix: string): TagSpec {
  return {
    name: 'Overview',
    description: 'A home page in one request.',
    schemas: { OverviewPart: overviewPart },
    endpoints: [
      {
        method: 'get',
        path: `${prefix}/overview`,
        id: 'getOverview',
        summary: 'Figures and rows for a home page',
        description:
          'What the views of the resources name for it (`view.overview` of `GET /resources`), with the answers: the first five ' +
          'rows of lists; counts by months of the last 12, by weeks of the last 26, by days of the last 31, all by the clock ' +
          'of the site.',
        access: 'session',
        answers: {
          200: {
            description: 'The parts.',
            content: json(
              exactly({
                data: Type.Array(named('OverviewPart', overviewPart), {
                  description:
                    'Charts and rows in the order of the navigation, as far as the user may list them.',
                }),
              }),
            ),
          },
        },
      },
    ],
  };
}
