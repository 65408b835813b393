/**
 * Checks every answer against the OpenAPI document of the service that gave it: a status, a header, a media type or a key that is
 * not described there fails the test that got it.
 */
import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js';
import type { OpenApiDocument } from '../../../engine/features/openapi/document.ts';
import {
  askedFields,
  closing,
  isUnasked,
  keysIn,
  tellMismatch,
  textFormats,
  tidied,
  withIds,
} from './documented-bodies.ts';
import { type Found, findOperation, indexPaths, type PathIndex } from './documented-paths.ts';
import type { OpenApi, Operation, ParameterObject, Reference, ResponseObject } from './open-api.ts';

/** A request as it was sent, and its answer. */
export interface Exchange {
  readonly method: string;
  /** From the root, with the query. */
  readonly path: string;
  readonly sent?: string | Buffer | undefined;
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly text: string;
}

export type Witness = (exchange: Exchange) => void;

interface BatchAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: unknown;
}

/** Paths that are not part of the API: pages, metrics. */
const described = /^\/(?:api|spa|health)(?:\/|$)/;

/** Compiling takes a tenth of a second, and most services of a run differ in nothing but their address. */
const checkers = new Map<string, Checker>();

/** Makes the check for a document. @param skipped paths that a test has added to the service by itself */
export function witnessOf(document: OpenApiDocument, skipped: readonly string[] = []): Witness {
  const key = JSON.stringify(document).replaceAll(document.servers[0]?.url ?? '', '');
  const checker = checkers.get(key) ?? new Checker(document);
  checkers.set(key, checker);
  return (exchange) => {
    const [path = ''] = exchange.path.split('?');
    if (described.test(path) && !skipped.includes(path) && exchange.method !== 'OPTIONS')
      checker.check(exchange);
  };
}

/** Characters of a text that is kept. */
const mostKept = 1000;

class Checker {
  readonly #document: OpenApi;
  readonly #paths: PathIndex;
  readonly #ajv: Ajv2020;
  readonly #validators = new WeakMap<object, ValidateFunction>();
  /** By their text: more than half of the schemas are the same as another one. */
  readonly #compiled = new Map<string, ValidateFunction>();
  /** Short texts that are as their schema says: refusals and the like, which come again and again. */
  readonly #right = new WeakMap<object, Set<string>>();
  readonly #parameters = new WeakMap<Operation, ReadonlySet<string>>();

  constructor(document: OpenApiDocument) {
    // A document of its own address, so that every reference in a part of it finds the whole.
    this.#document = JSON.parse(
      JSON.stringify(document).replaceAll('"$ref":"#/', '"$ref":"openapi#/'),
      closing,
    );
    this.#paths = indexPaths(this.#document);
    // Most documents are compiled for a few answers: to make the code faster takes longer than it saves.
    const quick = { code: { optimize: false }, inlineRefs: false };
    this.#ajv = new Ajv2020({ allErrors: true, strict: false, validateFormats: true, ...quick });
    // The service of today has the words of today, and no others.
    this.#ajv.addKeyword({ keyword: 'x-extensible-enum', macro: (values: unknown[]) => ({ enum: values }) });
    for (const [name, format] of Object.entries(textFormats)) this.#ajv.addFormat(name, format);
    this.#ajv.addSchema({ components: this.#document.components }, 'openapi');
  }

  /** @throws Error that names the request and everything in its answer that is not as described */
  check(exchange: Exchange): void {
    const found = findOperation(this.#paths, exchange.method, exchange.path);
    const problems = found ? this.#problems(exchange, found) : this.#unknownProblems(exchange);
    if (problems.length === 0) return;
    const { method, path, status, text } = exchange;
    const where = `${method} ${path} → ${status}${found ? ` (${found.operation.operationId})` : ''}`;
    throw new Error(
      `${where} is not as the OpenAPI document says:\n  ${problems.join('\n  ')}\n  ${text.slice(0, 500)}`,
    );
  }

  #problems(exchange: Exchange, { operation }: Found): string[] {
    const given = operation.responses[exchange.status];
    if (!given) return [`the status is not among ${Object.keys(operation.responses).join(', ')}`];
    const response = '$ref' in given ? this.#shared(given) : given;
    return [
      ...this.#responseProblems(exchange, response),
      ...this.#parameterProblems(exchange, operation),
      ...this.#sentProblems(exchange, operation),
      ...(operation.operationId === 'runBatch' ? this.#batchProblems(exchange) : []),
    ];
  }

  /** An address or a method that is not described can only fail, in the usual shape. */
  #unknownProblems(exchange: Exchange): string[] {
    const codes = Object.values(this.#document.components.responses);
    if (exchange.status < 400) return ['the path or its method is not described, and yet succeeds'];
    const tried = codes.map((response) => this.#responseProblems(exchange, response));
    return tried.some((problems) => problems.length === 0) ? [] : ['it is none of the shared failures'];
  }

  #responseProblems(exchange: Exchange, response: ResponseObject): string[] {
    const { headers, method, text } = exchange;
    const missing = Object.entries(response.headers ?? {})
      .filter(([name, { $ref }]) => this.#header($ref).required && headers[name.toLowerCase()] === undefined)
      .map(([name]) => `the header ${name} is missing`);
    if (method === 'HEAD') return missing;
    if (!response.content) return text === '' ? missing : [...missing, 'there should be no body'];
    const type = String(headers['content-type'] ?? '').split(';')[0] ?? '';
    const media = response.content[type] ?? response.content['*/*'];
    if (!media) return [...missing, `“${type}” is not among ${Object.keys(response.content).join(', ')}`];
    return /[/+]json$/.test(type) ? [...missing, ...this.#bodyProblems(exchange, media.schema)] : missing;
  }

  #bodyProblems({ path, sent, text }: Exchange, schema: object): string[] {
    const right = this.#right.get(schema) ?? new Set();
    if (right.has(text)) return [];
    // Each answer of a batch is compared with its own request.
    const inBatch = path.endsWith('/batch') && String(sent).includes('fields=');
    const asked = askedFields(path);
    const errors = this.#mismatches(schema, JSON.parse(text));
    if (errors.length === 0 && text.length < mostKept) this.#right.set(schema, right.add(text));
    return errors
      .filter(
        (error) => !isUnasked(error, asked) && !(inBatch && /^\/data\/\d+\/body/.test(error.instancePath)),
      )
      .map(tellMismatch);
  }

  #mismatches(schema: object, value: unknown): readonly ErrorObject[] {
    const validate = this.#validators.get(schema) ?? this.#compile(schema);
    return validate(value) ? [] : (validate.errors ?? []);
  }

  #compile(schema: object): ValidateFunction {
    const text = JSON.stringify(schema);
    const validate = this.#compiled.get(text) ?? this.#ajv.compile(schema);
    this.#compiled.set(text, validate);
    this.#validators.set(schema, validate);
    return validate;
  }

  /** A parameter that is accepted must be described too. */
  #parameterProblems({ path, status }: Exchange, operation: Operation): string[] {
    if (status >= 400 || !path.includes('?')) return [];
    const known = this.#parametersOf(operation);
    // Any list may be spelled with brackets: the document says so once, for all of them.
    return (
      [...new URL(path, 'http://service').searchParams.keys()]
        .map((name) => name.replace(/\[\d*\]$/, ''))
        // Described by the document with `?fields=true`, in which no key of a row is required.
        .filter((name) => name !== 'fields' && !known.has(name))
        .map((name) => `the parameter ${name} is accepted but not described`)
    );
  }

  #parametersOf(operation: Operation): ReadonlySet<string> {
    const { parameters = [] } = operation;
    const known =
      this.#parameters.get(operation) ??
      new Set(parameters.flatMap((one) => this.#namesOf('$ref' in one ? this.#parameter(one) : one)));
    this.#parameters.set(operation, known);
    return known;
  }

  /** A body that is accepted is one that the document allows, with white space and empty texts as its introduction says. */
  #sentProblems({ method, status, sent, text }: Exchange, { requestBody }: Operation): string[] {
    const schema = requestBody?.content['application/json']?.schema;
    if (status >= 400 || sent === undefined || sent.length === 0 || !schema) return [];
    const body: unknown = JSON.parse(String(sent));
    // Keys that only answers have may be sent back with a change: the document says so once, in its introduction.
    const answered = keysIn(method === 'PATCH' && text !== '' ? JSON.parse(text) : null);
    const isSentBack = ({ keyword, params }: ErrorObject) =>
      keyword === 'additionalProperties' && answered.has(params.additionalProperty);
    const read = [tidied(body, ''), tidied(body, null)].map((one) =>
      this.#mismatches(schema, one).filter((error) => !isSentBack(error)),
    );
    if (read.some((errors) => errors.length === 0)) return [];
    return (read[0] ?? []).map((error) => `what was sent: ${tellMismatch(error)}`);
  }

  /** Each answer of a batch is that of its operation by itself. */
  #batchProblems({ status, sent, text, path }: Exchange): string[] {
    if (status !== 200) return [];
    const { operations } = JSON.parse(String(sent));
    const [prefix = ''] = path.split('/batch');
    return JSON.parse(text).data.flatMap((answer: BatchAnswer, index: number) => {
      const { method, path: own, body } = operations[index];
      const exchange = {
        method,
        path: own.startsWith(prefix) ? own : `${prefix}${own}`,
        sent: body === undefined ? undefined : JSON.stringify(body, withIds),
        status: answer.status,
        headers: { ...lowerCase(answer.headers), 'content-type': 'application/json', 'x-request-id': '' },
        text: answer.body === null ? '' : JSON.stringify(answer.body),
      };
      const found = findOperation(this.#paths, method, exchange.path);
      const problems = found ? this.#problems(exchange, found) : [`there is no ${method} ${own}`];
      return problems.map((problem) => `operation ${index}: ${problem}`);
    });
  }

  /** The names of a parameter in an address: `due_at`, and with each of its operators `due_at[gte]`. */
  #namesOf({ name, style, schema }: ParameterObject): string[] {
    if (style !== 'deepObject') return [name];
    const { anyOf = [] } = this.#document.components.schemas[nameIn(schema?.$ref ?? '')] ?? {};
    const words = anyOf.flatMap(({ properties = {} }) => Object.keys(properties));
    return [name, ...words.map((word) => `${name}[${word}]`)];
  }

  #shared({ $ref }: Reference): ResponseObject {
    return this.#document.components.responses[nameIn($ref)] ?? {};
  }

  #header($ref: string): { readonly required?: boolean } {
    return this.#document.components.headers[nameIn($ref)] ?? {};
  }

  #parameter({ $ref }: Reference): ParameterObject {
    return this.#document.components.parameters[nameIn($ref)] ?? { name: '', in: '' };
  }
}

function nameIn($ref: string): string {
  return $ref.slice($ref.lastIndexOf('/') + 1);
}

function lowerCase(headers: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
}
