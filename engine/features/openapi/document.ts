/** Makes an OpenAPI 3.1 document (https://spec.openapis.org/oas/v3.1.1.html) from chapters. */
import { sharedHeaders } from '../../describe/openapi/headers.ts';
import {
  type Endpoint,
  isSchema,
  type MediaType,
  type Parameter,
  type ResponseSpec,
  type Schema,
  schemaRef,
  sharedParameters,
  type TagSpec,
} from '../../describe/openapi/spec.ts';
import { type FailureCode, failureBody, failureCodes, problemBody } from '../../failure.ts';
import { valueUnder } from '../../json-object.ts';
import { pageLinks, pageMeta } from '../../read/pages/page.ts';
import { mergePatch } from '../../request/json-body.ts';
import { atOnce } from '../../signal.ts';
import { answerName, failureAnswer, failuresOf, statusOf } from './failures.ts';
import { refsIn } from './references.ts';

interface DocumentParts {
  readonly title: string;
  readonly version: string;
  /** Markdown. */
  readonly description: string;
  /** The address of the service: APP_URL. */
  readonly server: string;
  /** Name of the session's cookie, and of the cookie and the header with the CSRF token. */
  readonly cookie: string;
  readonly tokenCookie: string;
  readonly tokenHeader: string;
  readonly chapters: readonly TagSpec[];
  /** Requests that the service sends, by name. */
  readonly webhooks?: Readonly<Record<string, unknown>>;
}

export type OpenApiDocument = ReturnType<typeof createDocument>;

/** The document as plain data. @throws Error if two endpoints or two different schemas have the same name */
export function createDocument(parts: DocumentParts) {
  return atOnce(documentInSteps(parts));
}

/** The same, in steps: it takes up to a second. */
export function* documentInSteps(parts: DocumentParts) {
  const { chapters } = parts;
  const [all, schemas] = [yield* paths(chapters), yield* schemasOf(chapters)];
  return {
    openapi: '3.1.1',
    info: {
      title: parts.title,
      version: parts.version,
      description: parts.description,
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: parts.server }],
    tags: chapters.map(({ name, description }) => ({ name, description })),
    paths: all,
    ...(parts.webhooks && { webhooks: parts.webhooks }),
    components: {
      schemas,
      parameters: sharedParameters,
      headers: Object.fromEntries(
        Object.entries(sharedHeaders).map(([name, { description, schema, ...header }]) => [
          name,
          { description, required: !('optional' in header), schema },
        ]),
      ),
      responses: Object.fromEntries(
        codesOf(chapters).map((code) => {
          const { description, headers, schema, example } = failureAnswer(code);
          return [
            answerName(code),
            response({
              description,
              headers,
              content: {
                'application/json': { schema, examples: { [code]: example } },
                'application/problem+json': { schema: schemaRef('Problem') },
              },
            }),
          ];
        }),
      ),
      securitySchemes: {
        session: {
          type: 'apiKey',
          in: 'cookie',
          name: parts.cookie,
          description: 'Set when signing in; sent by browsers of their own accord.',
        },
        origin: {
          type: 'apiKey',
          in: 'header',
          name: 'Origin',
          description:
            'The address of a page, whose host is listed in STATEFUL_DOMAINS or is that of the service itself, e.g. ' +
            `\`${parts.server.replace(/^(https?:\/\/[^/]+).*/, '$1')}\`. Browsers send it by themselves, or \`Referer\` or \`Sec-Fetch-Site\`, which do as well; ` +
            'any other client sends it with each request. Without it a session’s cookie counts for nothing (401), and nobody can sign in (403).',
        },
        token: {
          type: 'apiKey',
          in: 'header',
          name: parts.tokenHeader,
          description: `The value of the cookie \`${parts.tokenCookie}\`.`,
        },
      },
    },
  };
}

/** The codes with which an endpoint can fail, including failures before an endpoint is found. */
function codesOf(chapters: readonly TagSpec[]): FailureCode[] {
  const used = new Set(chapters.flatMap(({ endpoints }) => endpoints.flatMap(failuresOf)));
  return failureCodes.filter((code) => used.has(code));
}

function* paths(chapters: readonly TagSpec[]) {
  const all: Record<string, Record<string, ReturnType<typeof documentedOperation>>> = {};
  const ids = new Set<string>();
  for (const { name, endpoints } of chapters) {
    for (const endpoint of endpoints) {
      const { path, method, id } = endpoint;
      const methods = all[path] ?? {};
      all[path] = methods;
      if (methods[method] || ids.has(id)) throw new Error(`${method} ${path} (${id}) is described twice.`);
      methods[method] = documentedOperation(endpoint, name);
      ids.add(id);
      yield;
    }
  }
  return all;
}

function documentedOperation(endpoint: Endpoint, tag: string) {
  const { id, summary, description, access, parameters = [], body, answers } = endpoint;
  const responses: Record<string, unknown> = {};
  for (const [status, answer] of Object.entries(answers)) responses[status] = response(answer);
  for (const code of failuresOf(endpoint)) {
    responses[statusOf(code)] ??= { $ref: `#/components/responses/${answerName(code)}` };
  }
  return {
    operationId: id,
    tags: [tag],
    summary,
    ...(description && { description }),
    security: securityOf(access),
    ...(parameters.length > 0 && { parameters: parameters.map(documentedParameter) }),
    ...(body && {
      requestBody: { required: body.required, content: bodyContent(endpoint, mediaType(body)) },
    }),
    responses,
  };
}

/** The body of a change may also have the type merge patch, with the same meaning. */
function bodyContent({ method, body }: Endpoint, media: ReturnType<typeof mediaType>) {
  if (body?.type) return { [body.type]: media };
  return {
    'application/json': media,
    ...(method === 'patch' && { [mergePatch]: { schema: media.schema } }),
    ...(body?.form && { 'multipart/form-data': mediaType({ schema: body.form }) }),
  };
}

function securityOf(access: Endpoint['access']): readonly Record<string, never[]>[] {
  if (access === 'open') return [];
  if (access === 'page') return [{ origin: [] }];
  return [{ session: [], origin: [], ...(access !== 'session' && { token: [] }) }];
}

function documentedParameter(parameter: string | Parameter): unknown {
  return typeof parameter === 'string' ? { $ref: `#/components/parameters/${parameter}` } : parameter;
}

function response({ description, headers = [], content }: ResponseSpec) {
  const named = [...headers, 'X-Request-Id'];
  return {
    description,
    headers: Object.fromEntries(named.map((name) => [name, { $ref: `#/components/headers/${name}` }])),
    ...(content && {
      content: Object.fromEntries(
        Object.entries(content).map(([type, one]) => [type, mediaType(withOpenAnswer(one))]),
      ),
    }),
  };
}

function withOpenAnswer(content: MediaType): MediaType {
  return { ...content, schema: openAnswer(content.schema) };
}

function mediaType(content: MediaType) {
  const { examples = {} } = content;
  const schema = withWords(content.schema);
  const [first, ...more] = Object.entries(examples);
  if (!first) return { schema };
  if (more.length === 0) return { schema, example: first[1] };
  return {
    schema,
    examples: Object.fromEntries([first, ...more].map(([name, value]) => [name, { value }])),
  };
}

/** All schemas by name; those of answers allow further words and keys. */
function* schemasOf(chapters: readonly TagSpec[]) {
  const all: Record<string, Schema> = {
    Error: failureBody,
    Problem: problemBody,
    PageMeta: pageMeta,
    PageLinks: pageLinks,
  };
  for (const { name: chapter, schemas } of chapters) {
    for (const [name, schema] of Object.entries(schemas)) {
      const known = all[name];
      if (known && JSON.stringify(known) !== JSON.stringify(schema)) {
        throw new Error(`${chapter} describes another schema ${name} than a chapter before it.`);
      }
      all[name] = schema;
      yield;
    }
  }
  const requests = chapters.flatMap(({ endpoints }) =>
    endpoints.map(({ body, parameters }) => [body?.schema, parameters]),
  );
  const sent = refsIn(requests, { schemas: all });
  const told: Record<string, Schema> = {};
  for (const [name, schema] of Object.entries(all)) {
    yield;
    const isSent = sent.has(`#/components/schemas/${name}`);
    told[name] = withWords(isSent ? schema : openAnswer(schema));
  }
  return told;
}

/** The schema of an answer with open words and keys at all levels. */
function openAnswer(schema: Schema): Schema {
  return Object.fromEntries(
    Object.entries(schema)
      .filter(([key, part]) => key !== 'additionalProperties' || part !== false)
      .map(([key, part]) => [
        key === 'enum' && Array.isArray(part) ? 'x-extensible-enum' : key,
        key === 'properties' && isSchema(part) ? openParts(part) : openPart(part),
      ]),
  );
}

/** Of properties: a property named `enum` is no enumeration. */
function openParts(properties: Schema): Schema {
  return Object.fromEntries(Object.entries(properties).map(([name, part]) => [name, openPart(part)]));
}

function openPart(part: unknown): unknown {
  if (Array.isArray(part)) return part.map(openPart);
  return isSchema(part) ? openAnswer(part) : part;
}

const propertyWords: Readonly<Record<string, string>> = {
  // Answers.
  data: 'What was asked for.',
  meta: 'What holds for all of it.',
  count: 'How many rows these are.',
  labels: 'What is counted by, in words.',
  update: 'Whether it can be changed.',
  // Names of resources, fields, filters and actions.
  name: 'What requests and answers call it.',
  label: 'What people call it, in the language of the user.',
  one: 'What one of them is called.',
  many: 'What several of them are called.',
  path: 'The last part of its address.',
  url: 'The address of its list.',
  resource: 'The path of the resource whose rows these are.',
  display: 'The field that stands for such a row.',
  scope: 'How its rows belong to sites: by a column, to none, as the sites themselves, or by membership.',
  // Fields and filters.
  fields: 'The fields, in the order of a form.',
  filters: 'What lists can be asked for.',
  type: 'What kind of value it holds.',
  nullable: 'Whether it can be null.',
  read_only: 'Whether only the service sets it.',
  write_only: 'Whether it is sent and never answered.',
  reference: 'The rows that it refers to.',
  values: 'What it can be, in this order.',
  value: 'The value as it is sent and answered.',
  limits: 'What a value has to keep to.',
  minimum: 'The least that it can be.',
  maximum: 'The most that it can be.',
  min_length: 'How many characters it has at least.',
  max_length: 'How many characters it has at most.',
  max_bytes: 'How many bytes of UTF-8 it has at most.',
  min_items: 'How many values it has at least.',
  max_items: 'How many values it has at most.',
  pattern: 'A regular expression that it meets.',
  format: 'What kind of text it is.',
  decimals: 'How many decimals it can have.',
  // Layout.
  view: 'How its rows can be laid out.',
  title: 'What stands above it.',
  // Orders, states and actions.
  sort: 'What lists can be put in order by.',
  default: 'What holds where nothing is said.',
  field: 'The field that it is about.',
  from: 'For each state those that it can change to.',
  when: 'The field whose presence decides.',
  on: 'Whether it is done to a row, or belongs to the whole collection.',
  lower: 'The field whose value is not above the other.',
  upper: 'The field whose value is not below the other.',
};

/** Adds a description to each property without one, by the name of the property. */
function withWords(schema: Schema): Schema {
  return Object.fromEntries(
    Object.entries(schema).map(([key, part]) => [
      key,
      key === 'properties' && isSchema(part) ? namedParts(part) : wordedPart(part),
    ]),
  );
}

function namedParts(properties: Schema): Schema {
  return Object.fromEntries(
    Object.entries(properties).map(([name, part]) => {
      if (!isSchema(part)) return [name, part];
      const { title, description = title === undefined ? valueUnder(propertyWords, name) : undefined } = part;
      return [name, { ...withWords(part), ...(description !== undefined && { description }) }];
    }),
  );
}

function wordedPart(part: unknown): unknown {
  if (Array.isArray(part)) return part.map(wordedPart);
  return isSchema(part) ? withWords(part) : part;
}
