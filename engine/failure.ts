/** Every way a request can fail: one table of codes, one error class, one shape of answer. */

import { STATUS_CODES } from 'node:http';
import { exactly, mapOf, oneWordOf } from './json-schema.ts';
import { type Message, render, say } from './message.ts';
import { type Static, Type } from './typebox.ts';

/** The status of each code, and its default message. */
export const failures = {
  malformed_json: [400, say('The body is not valid JSON.')],
  malformed_multipart: [400, say('The body is not valid multipart/form-data.')],
  malformed_request: [400, say('The request is not valid HTTP.')],
  unauthenticated: [401, say('You are not signed in.')],
  forbidden: [403, say('You do not have permission to do this.')],
  not_found: [404, say('There is nothing here, or you may not see it.')],
  method_not_allowed: [405, say('This method is not allowed here.')],
  request_timeout: [408, say('The request did not arrive in time.')],
  conflict: [409, say('This conflicts with the present state.')],
  stale: [412, say('Somebody has changed this since you read it. Read it again.')],
  payload_too_large: [413, say('The body is larger than 1 MiB.')],
  unsupported_media_type: [415, say('Send the body as application/json.')],
  range_not_satisfiable: [416, say('The file has no such bytes.')],
  csrf_mismatch: [419, say('CSRF token mismatch.')],
  validation_failed: [422, say('Some of what was sent is not valid.')],
  rate_limited: [429, say('Too many attempts. Wait a moment and try again.')],
  headers_too_large: [431, say('The headers of the request are too large.')],
  internal: [500, say('Something went wrong on our side. It has been logged.')],
  unavailable: [503, say('The service is not available at the moment. Try again shortly.')],
} as const satisfies Record<string, readonly [status: number, text: Message]>;

export type FailureCode = keyof typeof failures;

export const failureCodes = Object.keys(failures) as FailureCode[];

/** Field (dotted if nested, e.g. `memberships.0.site_id`) → its errors. */
export type FieldErrors = Record<string, Message[]>;

/** An empty set of errors. It has no prototype: clients choose names, and one may be `constructor` or `__proto__`. */
export function noErrors(): FieldErrors {
  return Object.create(null);
}

/** The body of every failed answer. */
export const failureBody = exactly(
  {
    message: Type.String({ description: 'A whole sentence, to be shown as it is.' }),
    code: oneWordOf(failureCodes, {
      description:
        'What kind of failure it is. Never changes; later versions may have more. What is no whole request is answered before any endpoint, with ' +
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

type FailureBody = Static<typeof failureBody>;

/** The same as `application/problem+json` (RFC 9457), with the names of its members. */
export const problemBody = exactly(
  {
    type: Type.Literal('about:blank', { description: 'It means no more than `status` and `code`.' }),
    title: Type.String({ description: 'What the status is called.' }),
    status: Type.Integer({ minimum: 400, maximum: 599, description: 'That of the answer.' }),
    detail: Type.String({ description: 'As `message`.' }),
    ...failureBody.properties,
  },
  {
    description:
      'What went wrong, as a problem of RFC 9457. Asked for by `Accept: application/problem+json`.',
  },
);

type ProblemBody = Static<typeof problemBody>;

interface FailureDetails {
  message?: Message;
  errors?: FieldErrors;
  /** Response headers, e.g. `Retry-After` or `Allow`. */
  headers?: Readonly<Record<string, string>>;
  cause?: unknown;
  index?: number;
}

/** An error that is meant for the client. Any other error is answered as `500 internal`. */
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

  /** The body of the answer in a locale. Field errors without an own message use the message of the first one. */
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

  /** The body as a problem of RFC 9457. */
  toProblem(locale: string): ProblemBody {
    const { status, code } = this;
    const body = this.toBody(locale);
    const title = STATUS_CODES[status] ?? failures[code][1].text.en;
    return { type: 'about:blank', title, status, detail: body.message, ...body };
  }

  /** The same failure, for the operation at an index of a batch. */
  at(index: number): Failure {
    const { code, said: message, headers, errors, cause } = this;
    return new Failure(code, { message, headers, cause, index, ...(errors && { errors }) });
  }
}

/**
 * The maximum number of fields that a failure names. A body may have very many invalid fields; a person reads no more than this.
 */
const maxNamed = 50;

const andMore = say('{first} (The first {named} fields are named, and {more} more are not valid.)');

/**
 * A 422 on named fields. Its `message` is that of the first field, so that a toast can show it unchanged. Of very many fields
 * only the first are named, and the message gives the number of the others.
 */
export function invalid(errors: FieldErrors): Failure {
  const fields = Object.entries(errors);
  const first = fields[0]?.[1][0];
  if (!first) return new Failure('validation_failed', { errors });
  const more = fields.length - maxNamed;
  if (more <= 0) return new Failure('validation_failed', { message: first, errors });
  const named = Object.assign(noErrors(), Object.fromEntries(fields.slice(0, maxNamed)));
  const message = say(andMore, {
    first,
    named: maxNamed,
    more,
  });
  return new Failure('validation_failed', { message, errors: named });
}
