/** Calendar subscriptions: addresses with a token, each answered with the rows that its owner may list at that moment. */
import { hash, randomBytes } from 'node:crypto';
import type { RouterContext } from '@koa/router';
import type { Knex } from 'knex';
import type { Auth } from '../../../auth/index.ts';
import { Failure } from '../../../engine/failure.ts';
import { isWords } from '../../../engine/kinds/kind.ts';
import type { Services } from '../../../engine/kinds/services.ts';
import type { Model } from '../../../engine/model/model.ts';
import { fieldOf } from '../../../engine/model/resource.ts';
import { matchesAnswer } from '../../../engine/read/single.ts';
import { storedNow, storeInstant } from '../../../engine/values.ts';
import { writeCalendar } from './calendar.ts';
import { readEvents } from './events.ts';

/** Where routes without a session are added. */
interface PublicPlaces {
  get(path: string, handle: (ctx: RouterContext) => Promise<void>): void;
}

declare module '../../../engine/kinds/services.ts' {
  interface Services {
    /** Makes a calendar's address: revealed once, and stored as the digest of its token. */
    newCalendar(): { readonly url: string; readonly digest: string };
  }
}

/** The resource whose rows are calendars. */
const calendars = 'calendar-feeds';
const path = '/calendars/:token.ics';

/** @param baseUrl before the API's paths */
export function createCalendars(baseUrl: string): Pick<Services, 'newCalendar'> {
  return {
    newCalendar: () => {
      const token = randomBytes(32).toString('base64url');
      return { url: `${baseUrl}${path.replace(':token', token)}`, digest: digestOf(token) };
    },
  };
}

function digestOf(token: string): string {
  return hash('sha256', token);
}

interface FeedParts {
  readonly database: Knex;
  readonly model: Model;
  readonly auth: Pick<Auth, 'actorAt' | 'countFetch'>;
  /** Base of the links, `https://plant.example/mill`. */
  readonly appUrl: string;
  /** Whether there is a console to link to. */
  readonly console: boolean;
}

interface FeedRow {
  readonly id: number;
  readonly user_id: number;
  readonly site_id: number;
  readonly name: string;
  readonly operator: string;
}

/** The access time of a calendar is stored at most once in this interval, in milliseconds. */
const noted = 60_000;

/**
 * Answers the calendar of a token, if the service has calendars. Every problem is the same 404: an unknown or revoked token, a
 * deleted owner, or an owner who left the site. More than 60 requests a minute are a 429.
 */
export function addFeedRoute(
  routes: PublicPlaces,
  { database, model, auth, appUrl, console }: FeedParts,
): void {
  const resource = model.registry.get(calendars);
  const content = resource && fieldOf(resource, 'include').facts;
  if (!resource || !isWords(content)) return;
  const resources = [...model.registry.values()].filter(({ definition }) => definition.feed);
  routes.get(path, async (ctx) => {
    const row: FeedRow | undefined = await database(resource.table)
      .where({ digest: digestOf(String(ctx.params.token)) })
      .first('id', 'user_id', 'site_id', 'name', 'operator');
    const viewer = row && (await auth.actorAt(Number(row.user_id), Number(row.site_id)));
    if (!row || !viewer) throw new Failure('not_found');
    await auth.countFetch(ctx, Number(row.id));
    await noteFetch(database, resource.table, Number(row.id));
    const named: string[] = await database(content.table).where(content.own, row.id).pluck(content.column);
    // Resources that the field cannot name, such as those of a project, are in every calendar.
    const wanted = resources.filter((one) => named.includes(one.path) || !content.values?.includes(one.path));
    const events = await readEvents(
      model,
      { db: database, viewer, storedNow: storedNow(), signal: ctx.state.signal },
      {
        resources: wanted,
        mine: row.operator === 'me' ? Number(row.user_id) : null,
        host: new URL(appUrl).hostname,
        pages: console ? `${appUrl}/console` : null,
      },
    );
    answer(ctx, writeCalendar({ name: row.name, events }));
  });
}

async function noteFetch(database: Knex, table: string, id: number): Promise<void> {
  const now = Date.now();
  const before = storeInstant(new Date(now - noted).toISOString());
  await database(table)
    .where({ id })
    .where((lately) => lately.whereNull('last_fetched_at').orWhere('last_fetched_at', '<', before))
    .update({ last_fetched_at: storeInstant(new Date(now).toISOString()) });
}

function answer(ctx: RouterContext, text: string): void {
  const etag = `"${hash('sha256', text, 'base64url').slice(0, 22)}"`;
  ctx.set('Cache-Control', 'private, no-cache');
  ctx.set('ETag', etag);
  if (matchesAnswer(ctx.get('If-None-Match'), etag)) {
    ctx.status = 304;
    return;
  }
  ctx.type = 'text/calendar; charset=utf-8';
  ctx.body = text;
}
