/** Reads the JSON body of a request: the one place that turns bytes into a value. */
import type { Context } from 'koa';
import bodyParser from 'koa-bodyparser';
import { Failure } from './failure.ts';
import { invalidBody } from './json-object.ts';
import { say } from './message.ts';

/** What the parser behind it understands and its types do not tell of. */
interface ParserOptions extends bodyParser.Options {
  readonly onProtoPoisoning: 'ignore';
}

const options: ParserOptions = {
  enableTypes: ['json'],
  jsonLimit: '1mb',
  // All that is JSON: that a text or a number is no body is for whoever reads its fields to say.
  strict: false,
  // A key `__proto__` is parsed into a plain property, and refused by name as any other unknown field.
  onProtoPoisoning: 'ignore',
  onerror: (error) => {
    throw bodyFailure(error);
  },
};
const parse = bodyParser(options);

/**
 * The parsed body, or undefined where the request has none.
 *
 * @throws Failure `unsupported_media_type` (415), `payload_too_large` (413), `malformed_json` (400),
 *   `validation_failed` (422) on `body` for one nested too deep
 */
export async function readJsonBody(ctx: Context): Promise<unknown> {
  if (ctx.is() === null || ctx.request.length === 0) return undefined;
  if (!ctx.is('application/json')) throw new Failure('unsupported_media_type');
  if (!/^(utf-?8)?$/i.test(ctx.request.charset))
    throw new Failure('unsupported_media_type', { message: say(notUtf8) });
  await parse(ctx, async () => {});
  const { rawBody } = ctx.request;
  if (rawBody === '') {
    // What was packed and holds nothing is no JSON; else it was sent in chunks, of which there were none.
    if (ctx.get('Content-Encoding') !== '') throw new Failure('malformed_json');
    return undefined;
  }
  if (typeof rawBody === 'string') checkText(rawBody);
  return ctx.request.body;
}

function checkText(text: string): void {
  // What bytes that are no UTF-8 were read as: what was sent is lost already.
  if (text.includes('\uFFFD')) throw new Failure('malformed_json', { message: say(brokenUtf8) });
  checkDepth(text);
}

const notUtf8 = {
  en: 'The body is in a character set or encoding that is not supported: send UTF-8.',
  fr: 'Le corps est dans un jeu de caractères ou un encodage non pris en charge : envoyez de l’UTF-8.',
};
const brokenUtf8 = {
  en: 'The body has bytes that are not UTF-8.',
  fr: 'Le corps contient des octets qui ne sont pas de l’UTF-8.',
};

/** Deepest nesting of arrays and objects that a body may have. */
const deepest = 32;

/** Every walk through a body recurses: one nested a hundred thousand times would end the stack. */
function checkDepth(text: string): void {
  let depth = 0;
  let inText = false;
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at];
    if (inText) {
      if (character === '\\') at += 1;
      else if (character === '"') inText = false;
    } else if (character === '"') {
      inText = true;
    } else if (character === '{' || character === '[') {
      depth += 1;
      if (depth > deepest) throw invalidBody(say(tooDeep, { limit: deepest }));
    } else if (character === '}' || character === ']') {
      depth -= 1;
    }
  }
}

const tooDeep = {
  en: 'The body is nested more than {limit} levels deep.',
  fr: 'Le corps est imbriqué sur plus de {limit} niveaux.',
};

function bodyFailure(error: Error & { status?: number; type?: string }): Failure {
  if (error.status === 413) return new Failure('payload_too_large', { cause: error });
  if (error.status === 415) {
    return new Failure('unsupported_media_type', { message: say(notUtf8), cause: error });
  }
  return new Failure('malformed_json', { cause: error });
}
