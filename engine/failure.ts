/** Every way a request can fail: one table of codes, one error class, one shape of answer. */
import { type Static, Type } from '@sinclair/typebox';
import { exactly, mapOf, oneWordOf } from './json-schema.ts';
import { type Message, render, say, type Text } from './message.ts';

/** The status of each code, and what is said where the thrower says nothing more precise. */
export const failures = {
  malformed_json: [
    400,
    { en: 'The body is not valid JSON.', fr: 'Le corps de la requête n’est pas du JSON valide.' },
  ],
  malformed_request: [
    400,
    { en: 'The request is not valid HTTP.', fr: 'La requête n’est pas du HTTP valide.' },
  ],
  unauthenticated: [401, { en: 'You are not signed in.', fr: 'Vous n’êtes pas connecté.' }],
  forbidden: [
    403,
    { en: 'You do not have permission to do this.', fr: 'Vous n’avez pas la permission de faire cela.' },
  ],
  not_found: [
    404,
    {
      en: 'There is nothing here, or you may not see it.',
      fr: 'Il n’y a rien ici, ou vous ne pouvez pas le voir.',
    },
  ],
  method_not_allowed: [
    405,
    { en: 'This method is not allowed here.', fr: 'Cette méthode n’est pas permise ici.' },
  ],
  request_timeout: [
    408,
    { en: 'The request did not arrive in time.', fr: 'La requête n’est pas arrivée à temps.' },
  ],
  conflict: [
    409,
    { en: 'This conflicts with the present state.', fr: 'Ceci est en conflit avec l’état actuel.' },
  ],
  stale: [
    412,
    {
      en: 'Somebody has changed this since you read it. Read it again.',
      fr: 'Quelqu’un l’a modifié depuis votre lecture. Relisez-le.',
    },
  ],
  payload_too_large: [
    413,
    { en: 'The body is larger than 1 MiB.', fr: 'Le corps de la requête dépasse 1 Mio.' },
  ],
  unsupported_media_type: [
    415,
    {
      en: 'Send the body as application/json.',
      fr: 'Envoyez le corps de la requête en application/json.',
    },
  ],
  csrf_mismatch: [419, { en: 'CSRF token mismatch.', fr: 'CSRF token mismatch.' }],
  validation_failed: [
    422,
    { en: 'Some of what was sent is not valid.', fr: 'Certaines données envoyées ne sont pas valides.' },
  ],
  rate_limited: [
    429,
    { en: 'Too many attempts. Wait a moment and try again.', fr: 'Trop de tentatives. Attendez un moment.' },
  ],
  headers_too_large: [
    431,
    {
      en: 'The headers of the request are too large.',
      fr: 'Les en-têtes de la requête sont trop volumineux.',
    },
  ],
  internal: [
    500,
    {
      en: 'Something went wrong on our side. It has been logged.',
      fr: 'Une erreur est survenue de notre côté. Elle a été enregistrée.',
    },
  ],
  unavailable: [
    503,
    {
      en: 'The service is not available at the moment. Try again shortly.',
      fr: 'Le service est momentanément indisponible. Réessayez bientôt.',
    },
  ],
} as const satisfies Record<string, readonly [status: number, text: Text]>;

export type FailureCode = keyof typeof failures;

export const failureCodes = Object.keys(failures) as FailureCode[];

/** Field (dotted for nested ones, e.g. `memberships.0.site_id`) → what is wrong with it. */
export type FieldErrors = Record<string, Message[]>;

/** No errors so far. Without a prototype: names come from clients, and one may be `constructor` or `__proto__`. */
export function noErrors(): FieldErrors {
  return Object.create(null);
}

/** The body of every failed answer. */
export const failureBody = exactly(
  {
    message: Type.String({ description: 'A whole sentence, to be shown as it is.' }),
    code: oneWordOf(failureCodes, {
      description:
        'What kind of failure it is. Never changes. What is no whole request is answered before any endpoint, with ' +
        '`malformed_request` (400), `request_timeout` (408) or `headers_too_large` (431).',
    }),
    errors: Type.Optional(
      mapOf(Type.Array(Type.String(), { minItems: 1 }), {
        minProperties: 1,
        description:
          'What is wrong with each field or parameter; nested ones with dots (`memberships.0.site_id`). What is wrong ' +
          'with the body or the query as a whole stands on `body` or `query`. Always there with `validation_failed`.',
      }),
    ),
    index: Type.Optional(
      Type.Integer({
        minimum: 0,
        description: 'In a batch: which operation failed, from 0. Nothing was written.',
      }),
    ),
  },
  { description: 'What went wrong, in the language of the user, else of `Accept-Language`.' },
);

export type FailureBody = Static<typeof failureBody>;

interface FailureDetails {
  message?: Message;
  errors?: FieldErrors;
  /** Response headers, e.g. `Retry-After` or `Allow`. */
  headers?: Readonly<Record<string, string>>;
  cause?: unknown;
  index?: number;
}

/** An error that is meant for the client. Anything else that is thrown answers `500 internal`. */
export class Failure extends Error {
  readonly code: FailureCode;
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly errors: FieldErrors | undefined;
  readonly said: Message;
  readonly index: number | undefined;

  constructor(code: FailureCode, details: FailureDetails = {}) {
    const [status, text] = failures[code];
    const said = details.message ?? say(text);
    super(render(said, 'en'), { cause: details.cause });
    this.name = 'Failure';
    this.code = code;
    this.status = status;
    this.said = said;
    this.errors = details.errors;
    this.index = details.index;
    this.headers = details.headers ?? {};
  }

  /** The body of the answer in a locale. For field errors without a message of its own, the first one leads. */
  toBody(locale: string): FailureBody {
    const body: FailureBody = { message: render(this.said, locale), code: this.code };
    if (this.errors) {
      body.errors = Object.fromEntries(
        Object.entries(this.errors).map(([field, said]) => [field, said.map((one) => render(one, locale))]),
      );
    }
    if (this.index !== undefined) body.index = this.index;
    return body;
  }

  /** The same failure, as that of the operation at an index of a batch. */
  at(index: number): Failure {
    const { code, said: message, headers, errors, cause } = this;
    return new Failure(code, { message, headers, cause, index, ...(errors && { errors }) });
  }
}

/** Most fields that a failure names: nobody reads more, and a body may have very many wrong ones. */
const mostNamed = 50;

const andMore = {
  en: '{first} (The first {named} fields are named, and {more} more are not valid.)',
  fr: '{first} (Les {named} premiers champs sont nommés, et {more} autres ne sont pas valides.)',
};

/**
 * A 422 on named fields; its `message` is that of the first field, so that a toast can show it as it is. Of very many
 * fields the first ones are named, and the message says how many more there are.
 */
export function invalid(errors: FieldErrors): Failure {
  const fields = Object.entries(errors);
  const first = fields[0]?.[1][0];
  if (!first) return new Failure('validation_failed', { errors });
  const more = fields.length - mostNamed;
  if (more <= 0) return new Failure('validation_failed', { message: first, errors });
  const named = Object.assign(noErrors(), Object.fromEntries(fields.slice(0, mostNamed)));
  const message = say(andMore, {
    first,
    named: mostNamed,
    more,
  });
  return new Failure('validation_failed', { message, errors: named });
}
