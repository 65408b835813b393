/** `POST /batch`: several writes in one transaction. */
import type { RouterContext } from '@koa/router';
import { anyObject, json, type Schema, schemaRef, type TagSpec } from '../../describe/openapi/spec.ts';
import { exactly, named } from '../../json-schema.ts';
import { once } from '../../memoize.ts';
import { readNoIntent } from '../../request/intent.ts';
import { readJsonBody } from '../../request/json-body.ts';
import { readAsking, readTerms, send } from '../../serve/routes.ts';
import { Type } from '../../typebox.ts';
import type { Feature } from '../feature.ts';
import { batchAnswer, batchBody, serveBatch } from './batch.ts';
import { batchOperation } from './plan.ts';

export default {
  name: 'batch',
  paths: ['batch'],
  chapters: (prefix, resources) => [describeBatch(prefix, resources)],
  mount: ({ main }, served) => {
    const { engine, prefix, finder } = served;
    main.post(`${prefix}/batch`, async (ctx: RouterContext) => {
      const asking = await readAsking(ctx, served);
      const body = once(() => readJsonBody(ctx));
      const terms = readTerms(ctx, body);
      readNoIntent(ctx.query);
      send(ctx, await serveBatch({ engine, finder, prefix, asking }, await body(), terms));
    });
  },
} satisfies Feature;

/**
 * @param prefix path before every resource, e.g. `/api/v1`
 * @param resources whose writes it accepts
 */
function describeBatch(prefix: string, resources: readonly TagSpec[]): TagSpec {
  const writes = resources
    .flatMap(({ endpoints }) => endpoints)
    // Requests without an idempotency key store nothing.
    .filter(({ parameters = [] }) => parameters.includes('IdempotencyKey'));
  const bodies = distinct(writes.flatMap(({ body }) => (body ? [body.schema] : [])));
  const contents = writes.flatMap(({ answers: all }) =>
    Object.values(all).flatMap(({ content }) => content?.['application/json'] ?? []),
  );
  const answers = distinct(contents.map(({ schema }) => schema));
  const [body] = contents.flatMap(({ examples = {} }) => Object.values(examples));
  return {
    name: 'Batches',
    description: 'Several writes in one transaction.',
    schemas: {
      BatchOperation: withBody(batchOperation, 'BatchBody', 'What the request would have as its body.'),
      BatchBody: {
        description:
          'One of the bodies of the request that it is. Where a reference is expected, `"$0"` is the id of the row that ' +
          'operation 0 makes: such a body is any object. Null is as good as none.',
        anyOf: [...bodies, anyObject, { type: 'null' }],
      },
      BatchAnswer: withBody(batchAnswer, 'BatchAnswerBody', 'What the operation by itself answers.'),
      BatchAnswerBody: {
        description: 'What the operation by itself answers: nothing, where it has no body.',
        anyOf: [...answers, { type: 'null' }],
      },
    },
    endpoints: [
      {
        method: 'post',
        path: `${prefix}/batch`,
        id: 'runBatch',
        summary: 'Carry out several writes, or none',
        description:
          'Runs up to 100 operations in their order, each with the checks of a single request. The first one that fails ' +
          'undoes all of them, and is answered as its failure with its `index`. Where a reference is expected, in a list or ' +
          'a nested part as well, `"$0"` is the id of the row that operation 0 has made, which must be an earlier operation ' +
          'and a row of the resource referred to (else a 422 on the field); so is `$0` in a `path` (else a 404). Anywhere ' +
          'else it is text.',
        access: 'token',
        parameters: ['IdempotencyKey', 'Prefer'],
        body: {
          required: true,
          schema: batchBody(named('BatchOperation', batchOperation)),
          examples: {
            batch: {
              operations: [
                {
                  method: 'PATCH',
                  path: '/things/5',
                  body: { name: 'A better name' },
                  if_match: '"3-oHc5dbCvbR9sPqAb"',
                },
                { method: 'DELETE', path: '/things/6' },
              ],
            },
            references: {
              operations: [
                { method: 'POST', path: '/things', body: { name: 'A thing' } },
                { method: 'POST', path: '/parts', body: { name: 'A part of it', thing_id: '$0' } },
                { method: 'POST', path: '/things/$0/duplicate' },
              ],
            },
          },
        },
        answers: {
          200: {
            description: 'What each operation answered, in their order.',
            headers: ['Preference-Applied', 'Idempotent-Replayed'],
            content: json(
              exactly({
                data: Type.Array(named('BatchAnswer', batchAnswer), {
                  description: 'What each operation answered.',
                }),
              }),
              {
                batch: {
                  data: [
                    ...(body ? [{ status: 200, headers: { ETag: '"4-vXw2Zb0cQm1sTq9d"' }, body }] : []),
                    { status: 204, headers: {}, body: null },
                  ],
                },
              },
            ),
          },
        },
        failures: ['forbidden', 'not_found', 'method_not_allowed', 'conflict', 'stale'],
      },
    ],
  };
}

/** A schema with another schema for its `body`. */
function withBody(
  { properties, ...shape }: { readonly properties: object },
  name: string,
  description: string,
): Schema {
  return { ...shape, properties: { ...properties, body: { ...schemaRef(name), description } } };
}

function distinct(schemas: readonly Schema[]): Schema[] {
  return [...new Map(schemas.map((schema) => [JSON.stringify(schema), schema])).values()];
}
