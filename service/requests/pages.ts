/**
 * Pages for people without an account, which work without scripts: the form of a request point, and the progress of a request.
 */
import { hash } from 'node:crypto';
import type { RouterContext } from '@koa/router';
import bodyParser from 'koa-bodyparser';
import { Failure, invalid, noErrors } from '../../engine/failure.ts';
import { languageOf, type Message, render, say, spokenLanguages } from '../../engine/message.ts';
import { type Html, html } from '../project/html.ts';
import { readSent, sentFields, trap } from './body.ts';
import { mostPhotos, photo, photoTypes } from './photos.ts';
import type { Point, Progress } from './places.ts';
import type { Door, PublicPlaces } from './routes.ts';

export interface PageParts {
  readonly appName: string;
  readonly appUrl: string;
  /** Whether there is a console for people with an account. */
  readonly console: boolean;
  readonly locale: string;
  /** The maximum size of a photo in MiB. */
  readonly photoMebibytes: number;
}

const style =
  ':root{color-scheme:light dark;background:light-dark(#fff,#14171a);color:light-dark(#1b1f24,#e8eaed)}' +
  'a{color:light-dark(#0a58ca,#9ec5fe)}body{font:17px/1.5 system-ui,sans-serif;max-width:34rem;margin:0 auto;padding:1rem}' +
  'label{display:block;margin:1rem 0 .25rem;font-weight:600}textarea,input{font:inherit;width:100%;min-height:44px;box-sizing:border-box;padding:.5rem}' +
  'button{font:inherit;margin:1.5rem 0;padding:.75rem 1.5rem}.told{white-space:pre-line}.wrong{color:light-dark(#a4001d,#ff9aa8)}.trap{display:none}';
const policy =
  `default-src 'none'; style-src 'sha256-${hash('sha256', style, 'base64')}'; base-uri 'none'; ` +
  "form-action 'self'; frame-ancestors 'none'";

/** The texts of the pages. */
const words = {
  report: say('Report something: {place}'),
  what: say('What is wrong?'),
  send: say('Send'),
  name: say('Your name'),
  contact: say('How to reach you'),
  photos: say('Photos'),
  allowed: say('Up to {count} photos, JPEG, PNG or WebP, of {limit} MiB each.'),
  again: say('Choose the photos again.'),
  account: say('I have an account'),
  thanks: say('Your request {reference}'),
  keep: say('Keep the address of this page: it shows what becomes of your request.'),
  received: say('It is received.'),
  accepted: say('It is accepted.'),
  in_progress: say('Somebody is working on it.'),
  done: say('It is done.'),
  rejected: say('It was rejected.'),
} as const;

const wantedForm = say('Send the form as multipart/form-data or application/x-www-form-urlencoded.');

/** Fields of a form as sent, by name; no field accepts several values. */
type Typed = Readonly<Record<string, string | readonly string[]>>;

const parse = bodyParser({
  enableTypes: ['text'],
  extendTypes: { text: ['application/x-www-form-urlencoded'] },
  textLimit: '64kb',
  onerror: (cause) => {
    throw new Failure('payload_too_large', { cause });
  },
});

/** Adds the pages. @param routes without sessions, from the root */
export function addPages(routes: PublicPlaces, door: Door, parts: PageParts): void {
  routes.get('/r/status/:reference', (ctx) =>
    answer(ctx, parts, async (told) => progressPage(told, await door.progress(ctx))),
  );
  routes.get('/r/:token', (ctx) =>
    answer(ctx, parts, async (told) => formPage(told, parts, ctx, await door.point(ctx), {})),
  );
  routes.post('/r/:token', (ctx) =>
    answer(ctx, parts, async (told) => {
      let shown: Point | undefined;
      let typed: Typed = {};
      try {
        const reference = await door.send(ctx, async (point, form) => {
          shown = point;
          const isForm = ctx.is('multipart/form-data');
          const { fields, errors } = isForm
            ? await form()
            : { fields: await readForm(ctx), errors: noErrors() };
          typed = fields;
          return readSent(fields, point.contact, errors);
        });
        ctx.status = 303;
        // Relative: the service may be below a path of its host.
        ctx.set('Location', `${ctx.path.endsWith('/') ? '../' : ''}status/${reference}`);
        return { title: '', content: html`` };
      } catch (error) {
        const refused = shown?.photos ? onForm(error) : error;
        if (!(refused instanceof Failure) || !refused.errors || !shown) throw error;
        ctx.status = refused.status;
        return formPage(told, parts, ctx, shown, typed, refused);
      }
    }),
  );
}

/** A body is only too large because of its photos. */
function onForm(error: unknown): unknown {
  if (!(error instanceof Failure) || error.code !== 'payload_too_large') return error;
  return new Failure(error.code, { message: error.said, errors: { [photo]: [error.said] } });
}

async function readForm(ctx: RouterContext): Promise<Typed> {
  if (!ctx.is('application/x-www-form-urlencoded'))
    throw new Failure('unsupported_media_type', { message: wantedForm });
  await parse(ctx, async () => {});
  const body = ctx.request.rawBody ?? '';
  const given = new URLSearchParams(body);
  if ([...given.keys()].length > 20) throw invalid({ body: [say('There are too many fields.')] });
  // A form sends line breaks as CR and LF.
  return Object.fromEntries(
    [...new Set(given.keys())].map((name) => {
      const all = given.getAll(name).map((value) => value.replaceAll('\r\n', '\n'));
      return [name, all.length === 1 ? (all[0] ?? '') : all];
    }),
  );
}

type Tell = (message: Message) => string;
interface Page {
  readonly title: string;
  readonly content: Html;
}

/** Answers with a page, also for errors. */
async function answer(
  ctx: RouterContext,
  { appName, locale }: PageParts,
  make: (tell: Tell) => Promise<Page>,
): Promise<void> {
  const language = pageLanguage(ctx, locale);
  const tell: Tell = (message) => render(message, language);
  ctx.status = 200;
  const { title, content } = await make(tell).catch((error: unknown): Page => {
    if (!(error instanceof Failure) || error.status >= 500) throw error;
    ctx.status = error.status;
    ctx.set({ ...error.headers });
    return { title: tell(error.said), content: html`` };
  });
  ctx.set({
    'Content-Security-Policy': policy,
    'Referrer-Policy': 'no-referrer',
    'X-Robots-Tag': 'noindex',
    'Cache-Control': 'no-store',
    'Content-Language': language,
  });
  ctx.vary('Accept-Language');
  ctx.type = 'text/html; charset=utf-8';
  ctx.body = String(html`<!doctype html><html lang="${language}"><head><meta charset="utf-8">
<title>${title} · ${appName}</title><meta name="viewport" content="width=device-width">
<style>${style}</style></head><body><main><h1>${title}</h1>${content}</main></body></html>`);
}

const pageLanguage = (ctx: RouterContext, locale: string): string =>
  languageOf(ctx.acceptsLanguages(spokenLanguages()) || locale);

function formPage(
  tell: Tell,
  { appUrl, console, photoMebibytes }: PageParts,
  ctx: RouterContext,
  { site, place, hint, contact, photos }: Point,
  typed: Typed,
  failure?: Failure,
): Page {
  const wrong = (name: string) =>
    (failure?.errors?.[name] ?? []).map(
      (message) => html`<p class="wrong" id="${name}-wrong">${tell(message)}</p>`,
    );
  const value = (name: string) => {
    const one = typed[name];
    return typeof one === 'string' ? one : '';
  };
  const described = (name: string) =>
    failure?.errors?.[name] ? html` aria-invalid="true" aria-describedby="${name}-wrong"` : null;
  const input = (name: 'name' | 'contact', extra: Html | null) =>
    html`<label for="${name}">${tell(words[name])}</label><input id="${name}" name="${name}"
 maxlength="${sentFields[name].max}" value="${value(name)}"${extra}${described(name)}>${wrong(name)}`;
  const others = Object.keys(failure?.errors ?? {}).filter(
    (name) => !(Object.hasOwn(sentFields, name) || (photos && name === photo)),
  );
  const allowed = say(words.allowed, { count: mostPhotos, limit: photoMebibytes });
  const isPhotoWrong = failure?.errors?.[photo] !== undefined;
  const photoInput = html`<label for="${photo}">${tell(words.photos)}</label><input id="${photo}" name="${photo}" type="file" multiple
 accept="${photoTypes.join()}" aria-describedby="photo-allowed${isPhotoWrong && ' photo-wrong'}"${isPhotoWrong && html` aria-invalid="true"`}>
<p id="photo-allowed">${tell(allowed)}${failure !== undefined && ` ${tell(words.again)}`}</p>${wrong(photo)}`;
  const code = encodeURIComponent(`${appUrl}/r/${String(ctx.params.token)}`);
  const account = `${appUrl}/console/-/code?code=${code}`;
  return {
    title: tell(say(words.report, { place })),
    content: html`<p>${site}</p>${hint !== null && html`<p class="told">${hint}</p>`}
<form method="post"${photos && html` enctype="multipart/form-data"`}>${others.map(wrong)}
<label for="description">${tell(words.what)}</label><textarea id="description" name="description" rows="5" required
 maxlength="${sentFields.description.max}"${described('description')}>
${value('description')}</textarea>${wrong('description')}
${photos && photoInput}${input('name', html` autocomplete="name"`)}
${contact !== 'none' && input('contact', contact === 'required' ? html` required` : null)}
<p class="trap"><label for="${trap}">${trap}</label><input id="${trap}" name="${trap}" tabindex="-1" autocomplete="off"></p>
<button>${tell(words.send)}</button></form>
${console && html`<p><a href="${account}">${tell(words.account)}</a></p>`}`,
  };
}

function progressPage(tell: Tell, { reference, status, note }: Progress): Page {
  return {
    title: tell(say(words.thanks, { reference })),
    content: html`<p>${tell(words[status])}</p>${note !== null && html`<p class="told">${note}</p>`}<p>${tell(words.keep)}</p>`,
  };
}
