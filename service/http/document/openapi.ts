/** Describes the endpoints beside the resources. */
import {
  closed,
  type Endpoint,
  json,
  type Parameter,
  type Schema,
  several,
  type TagSpec,
} from '../../../engine/describe/openapi/spec.ts';
import { aboutAnswer } from '../about.ts';

/**
 * @param prefix path before the API, e.g. `/api/v1`
 * @param path of the document
 */
export function describeService(prefix: string, path: string): TagSpec {
  return {
    name: 'Service',
    description: 'What the service says of itself.',
    schemas: {},
    endpoints: [
      {
        method: 'get',
        path,
        id: 'getOpenApi',
        summary: 'This description',
        description:
          'OpenAPI 3.1, made from the definitions of the resources. With `resources` or `tags` it is a part of it that is whole in ' +
          'itself: the operations that belong to any of them, and what these name.',
        access: 'open',
        parameters: [...selectors, 'IfNoneMatch'],
        answers: {
          200: {
            description: 'The document.',
            headers: ['ETag'],
            content: json({ type: 'object' }),
          },
          304: { description: 'What you have is still the answer.', headers: ['ETag'] },
        },
      },
      {
        method: 'get',
        path: `${prefix}/service`,
        id: 'getService',
        summary: 'What service this is',
        description: 'Its name, version and languages, for whoever has yet to sign in.',
        access: 'open',
        answers: {
          200: { description: 'The service.', content: json(aboutAnswer) },
        },
      },
      health('/health/live', 'getLiveness', 'Whether the process runs', {
        200: {
          description: 'It runs.',
          content: json(status({ const: 'live' }), { live: { status: 'live' } }),
        },
      }),
      health('/health/ready', 'getReadiness', 'Whether requests can be answered', {
        200: {
          description: 'The database answers, its schema is current, and it takes writes.',
          content: json(status({ const: 'ready' }), { ready: { status: 'ready' } }),
        },
        503: {
          description: 'It is not ready.',
          content: json(status({ type: 'string' }), { unready: { status: 'the database is out of reach' } }),
        },
      }),
    ],
  };
}

const selectors: Parameter[] = [
  {
    name: 'fields',
    in: 'query',
    description:
      '`true` for a document with the parameter `fields`, with which a request chooses the keys of rows: any of them can then be ' +
      'missing, so that none is required.',
    schema: { type: 'boolean', default: false },
    example: false,
  },
  several({
    name: 'resources',
    description: 'Paths of resources: what can be done with them, and the lists of options of their forms.',
    items: { type: 'string' },
    example: ['zones'],
  }),
  several({
    name: 'tags',
    description: 'Tags of operations, such as `Sign-in`.',
    items: { type: 'string' },
    example: ['Sign-in'],
  }),
];

function health(path: string, id: string, summary: string, answers: Endpoint['answers']): Endpoint {
  return { method: 'get', path, id, summary, access: 'open', answers, bare: true };
}

function status(schema: Schema): Schema {
  return closed({ status: { ...schema, description: 'How it is.' } });
}
