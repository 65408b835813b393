/** Links that turn mails of some kinds off (RFC 8058): a page with one button, and its action. They need no session. */
import type { RouterContext } from '@koa/router';
import type { Knex } from 'knex';
import { findLink } from '../../../auth/index.ts';
import type { Parameter, TagSpec } from '../../../engine/describe/openapi/spec.ts';
import { Failure } from '../../../engine/failure.ts';
import { type Message, render, say } from '../../../engine/message.ts';
import type { Registry } from '../../../engine/model/resource.ts';
import { type Html, html } from '../../project/html.ts';
import { changePreferences, readPreferences } from '../notifications/preferences.ts';
import { findReader } from './reader.ts';

interface Parts {
  readonly db: Knex;
  readonly registry: Registry;
  readonly appName: string;
}

export type LinkHandler = (ctx: RouterContext) => Promise<void>;

/** The owner of a link, and the kinds in its mail. */
async function follow(db: Knex, ctx: RouterContext) {
  const link = await findLink(db, String(ctx.params.token), ['unsubscribe']);
  const reader = link && (await findReader(db, link.userId));
  if (!link?.data || !reader) throw new Failure('not_found');
  const kinds: readonly string[] = JSON.parse(link.data);
  return { reader, kinds };
}

/** `GET /unsubscribe/{token}` → a page, which changes nothing: programs that check links in mails open it, too. */
export function createShowUnsubscribe({ db, appName }: Omit<Parts, 'registry'>): LinkHandler {
  return async (ctx) => {
    const { reader } = await follow(db, ctx);
    const say = (message: Message) => render(message, reader.locale);
    answer(
      ctx,
      reader.locale,
      appName,
      html`<p>${say(question)}</p><form method="post"><button>${say(yes)}</button></form>`,
    );
  };
}

/** `POST /unsubscribe/{token}` → 200, with any body or none: from then on these notices are only shown on the page. */
export function createUnsubscribe({ db, registry, appName }: Parts): LinkHandler {
  return async (ctx) => {
    const { reader, kinds } = await follow(db, ctx);
    const now = await readPreferences(db, registry, reader.id);
    const mailed = kinds.filter((kind) => now.kinds[kind] === 'mail');
    if (mailed.length > 0) {
      const changes = Object.fromEntries(mailed.map((kind) => [kind, 'page' as const]));
      await changePreferences(db, registry, reader.id, { kinds: changes });
    }
    answer(ctx, reader.locale, appName, html`<p>${render(done, reader.locale)}</p>`);
  };
}

const policy = "default-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'";

function answer(ctx: RouterContext, locale: string, name: string, content: Html): void {
  ctx.set('Content-Security-Policy', policy);
  ctx.set('Referrer-Policy', 'no-referrer');
  ctx.type = 'text/html; charset=utf-8';
  ctx.body =
    String(html`<!doctype html><html lang="${locale}"><head><meta charset="utf-8"><title>${name}</title>
<meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark"></head>
<body><main><h1>${name}</h1>${content}</main></body></html>`);
}

const question = say('You will be told of these things on the page only, and no longer by mail.');
const yes = say('No more mails of this kind');
const done = say('You are told of these things on the page only from now on. Your account has more choices.');

const token: Parameter = {
  name: 'token',
  in: 'path',
  required: true,
  description: 'What stands in the link of the mail.',
  schema: { type: 'string' },
  example: 'mC5Xq0Vd1n8Jb3rT7uWz2yKpLs9aEfGhIkQoRvYxNc4',
};
const page = { 'text/html': { schema: { type: 'string' } } };

/** Describes them. */
export function describeUnsubscribe(prefix: string): TagSpec {
  const shared = { path: `${prefix}/unsubscribe/{token}`, access: 'open', parameters: [token] } as const;
  return {
    name: 'Links of mails',
    description: 'Mails of notices are turned off without signing in (RFC 8058).',
    schemas: {},
    endpoints: [
      {
        ...{ ...shared, method: 'get', id: 'showUnsubscribe', summary: 'The page of a link' },
        description: 'A page with one button. It changes nothing.',
        answers: { 200: { description: 'The page.', content: page } },
        failures: ['not_found'],
      },
      {
        ...{ ...shared, method: 'post', id: 'unsubscribe', summary: 'Turn mails off' },
        description:
          'The kinds of notices that were in the mail are on the page only from then on, and no longer mailed. Any body will do, or none.',
        answers: { 200: { description: 'It is done, now or before.', content: page } },
        failures: ['not_found'],
      },
    ],
  };
}
