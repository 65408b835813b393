/** The format in which an API is described: plain data, from which `document.ts` makes OpenAPI 3.1. */
import type { FailureCode } from '../../failure.ts';
import { extraNames, listExtraNames } from '../../request/intent.ts';
import type { SharedHeader } from './headers.ts';

export { limitHeaders, type SharedHeader, sharedHeaders } from './headers.ts';

type Method = 'get' | 'post' | 'put' | 'patch' | 'delete';

/**
 * What a request must contain: nothing (`open`); the address of a page in `Origin` (`page`); that and the cookie of a signed-in
 * session (`session`); also, because it changes something, the CSRF token (`token`); the same with the cookie of any session
 * (`visitor`).
 */
type Access = 'open' | 'page' | 'session' | 'token' | 'visitor';

export interface Parameter {
  readonly name: string;
  readonly in: 'query' | 'path' | 'header';
  readonly description: string;
  readonly required?: boolean;
  readonly schema: Schema;
  /** `form` without `explode`: several values are separated by commas. `deepObject` with it: `name[key]=value`. */
  readonly style?: 'form' | 'deepObject';
  readonly explode?: boolean;
  /** A valid value, to try a request as it is, together with the examples of all other parameters. */
  readonly example: unknown;
}

export interface MediaType {
  readonly schema: Schema;
  /** Valid values, each under a name that describes it. */
  readonly examples?: Readonly<Record<string, unknown>>;
}

export interface ResponseSpec {
  readonly description: string;
  /** Names from `sharedHeaders`, in addition to `X-Request-Id`, which every answer has. */
  readonly headers?: readonly SharedHeader[];
  /** By media type; absent for an answer without a body. */
  readonly content?: Readonly<Record<string, MediaType>>;
}

/** One method of one path. */
export interface Endpoint {
  readonly method: Method;
  /** From the root, with `{id}` for variable parts. */
  readonly path: string;
  /** Unique in the document: the client's name of it. */
  readonly id: string;
  readonly summary: string;
  readonly description?: string;
  readonly access: Access;
  /** A name from `sharedParameters`, or a parameter of its own. */
  readonly parameters?: readonly (SharedParameter | Parameter)[];
  /** Default: JSON. `form`: also accepted as `multipart/form-data`, with these parts. */
  readonly body?: MediaType & {
    readonly required: boolean;
    readonly type?: 'multipart/form-data';
    readonly form?: Schema;
  };
  readonly answers: Readonly<Record<number, ResponseSpec>>;
  /** Its failures, in addition to those that follow from `access` and `body`, and the usual ones. */
  readonly failures?: readonly FailureCode[];
  /** It is not behind the limits of the service, and does not have the usual failures. */
  readonly bare?: true;
}

/** The endpoints of one subject, with their schemas. */
export interface TagSpec {
  readonly name: string;
  readonly description: string;
  readonly endpoints: readonly Endpoint[];
  readonly schemas: Readonly<Record<string, Schema>>;
}

export function json(schema: Schema, examples?: MediaType['examples']): Readonly<Record<string, MediaType>> {
  return { 'application/json': { schema, ...(examples && { examples }) } };
}

/** A parameter with several values, separated by commas. */
export function several(given: {
  name: string;
  description: string;
  items: Schema;
  example: readonly unknown[];
}): Parameter {
  return {
    name: given.name,
    in: 'query',
    description: given.description,
    style: 'form',
    explode: false,
    schema: { type: 'array', items: given.items },
    example: given.example,
  };
}

/** Parameters of requests to any resource. */
export const sharedParameters = {
  Id: {
    name: 'id',
    in: 'path',
    required: true,
    description: 'The id of the row.',
    schema: { type: 'integer', minimum: 1, maximum: 2147483647 },
    example: 1,
  },
  Page: {
    name: 'page',
    in: 'query',
    description: 'Which page, from 1. One past the end is empty.',
    schema: { type: 'integer', minimum: 1, maximum: 2147483647, default: 1 },
    example: 1,
  },
  PerPage: {
    name: 'per_page',
    in: 'query',
    description: 'How many rows a page has.',
    schema: { type: 'integer', minimum: 1, maximum: 100, default: 20 },
    example: 20,
  },
  Format: {
    name: 'format',
    in: 'query',
    description: '`csv` for every row as a file, as a link wants it. Goes before `Accept`.',
    schema: { type: 'string', enum: ['csv', 'json'] },
    example: 'json',
  },
  With: {
    name: 'with',
    in: 'query',
    description:
      'What to add to the row, whatever `fields` names: `can`, what the user may do with it now, and `etag`, which `If-Match` ' +
      'takes.',
    style: 'form',
    explode: false,
    schema: { type: 'array', items: { type: 'string', enum: extraNames } },
    example: ['can', 'etag'],
  },
  ListWith: {
    name: 'with',
    in: 'query',
    description:
      'What to add, whatever `fields` names: to each row `can`, what the user may do with it now, and `etag`, which `If-Match` ' +
      'takes; beside the rows `filters`, what the rows are called that filters name by their ids. Not with CSV.',
    style: 'form',
    explode: false,
    schema: { type: 'array', items: { type: 'string', enum: listExtraNames } },
    example: ['can', 'filters'],
  },
  IfMatch: {
    name: 'If-Match',
    in: 'header',
    description:
      'An `ETag`: the change is made only where the row still has that version, else 412. `*` is any version.',
    schema: { type: 'string' },
    example: '*',
  },
  IfNoneMatch: {
    name: 'If-None-Match',
    in: 'header',
    description: 'An `ETag`: the answer is 304 without a body where it would be the same.',
    schema: { type: 'string' },
    example: '"3-oHc5dbCvbR9sPqAb"',
  },
  IdempotencyKey: {
    name: 'Idempotency-Key',
    in: 'header',
    description:
      'Makes repeating safe: the same request with the same key within 7 days gets the first answer again and changes nothing. ' +
      'Another request with it, or one from another current site, is a 422; while the first one runs it is a 409.',
    schema: { type: 'string', minLength: 1, maxLength: 255 },
    example: '6f1c0c5e-7f0b-4a53-9a68-1de3e86c9a51',
  },
  Prefer: {
    name: 'Prefer',
    in: 'header',
    description:
      '`dry-run` runs every check and answers as usual, but writes nothing. Sign-in and the current user refuse it (422).',
    schema: { type: 'string' },
    example: 'dry-run',
  },
} as const satisfies Record<string, Parameter>;

type SharedParameter = keyof typeof sharedParameters;

export const anyObject: Schema = { type: 'object', additionalProperties: true };

/**
 * The schemas that refer to those of all resources. A part of the document contains only the members that it needs; other values
 * are any object.
 */
export const wideUnions: ReadonlySet<string> = new Set(['BatchBody', 'BatchAnswerBody']);

/** A JSON Schema (2020-12). */
export type Schema = Readonly<Record<string, unknown>>;

export function isSchema(value: unknown): value is Schema {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function schemaRef(name: string): Schema {
  return { $ref: `#/components/schemas/${name}` };
}

/** An object with exactly these keys: an answer contains nothing undocumented. */
export function closed(
  properties: Readonly<Record<string, Schema>>,
  required: readonly string[] = Object.keys(properties),
): Schema {
  return {
    type: 'object',
    additionalProperties: false,
    ...(required.length > 0 && { required }),
    properties,
  };
}

export function orNull(schema: Schema): Schema {
  return { anyOf: [schema, { type: 'null' }] };
}
