/** Describes the endpoint that carries out several writes at once. */
import { usualFailures } from './failures.ts';
import { type Chapter, closed, json } from './vocabulary.ts';

/** @param prefix path in front of every resource, e.g. `/api/v1` */
export function describeBatch(prefix: string): Chapter {
  const operation = closed(
    {
      method: { type: 'string', enum: ['POST', 'PATCH', 'DELETE'] },
      path: { type: 'string', description: `Behind \`${prefix}\`, or with it: \`/things/5\`.` },
      body: { description: 'What the request would have as its body.' },
      if_match: {
        type: ['string', 'null'],
        description: 'What the request would have as its `If-Match` header.',
      },
    },
    ['method', 'path'],
  );
  const answer = closed({
    status: { type: 'integer', enum: [200, 201, 204] },
    headers: { type: 'object', additionalProperties: { type: 'string' } },
    body: { type: ['object', 'null'], description: 'What the operation by itself answers.' },
  });
  return {
    name: 'Batches',
    description: 'Several writes in one transaction.',
    schemas: {
      BatchOperation: operation,
      BatchAnswer: answer,
    },
    endpoints: [
      {
        method: 'post',
        path: `${prefix}/batch`,
        id: 'runBatch',
        summary: 'Carry out several writes, or none',
        description:
          'Runs up to 100 operations in their order, each with the checks of a single request. The first one that fails ' +
          'undoes all of them, and is answered as its failure with its `index`.',
        access: 'token',
        parameters: ['IdempotencyKey', 'Prefer'],
        body: {
          required: true,
          schema: closed({
            operations: {
              type: 'array',
              minItems: 1,
              maxItems: 100,
              items: { $ref: '#/components/schemas/BatchOperation' },
            },
          }),
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
          },
        },
        answers: {
          200: {
            description: 'What each operation answered, in their order.',
            headers: ['Preference-Applied'],
            content: json(
              closed({ data: { type: 'array', items: { $ref: '#/components/schemas/BatchAnswer' } } }),
              {
                batch: {
                  data: [
                    { status: 200, headers: { ETag: '"4-vXw2Zb0cQm1sTq9d"' }, body: { data: { id: 5 } } },
                    { status: 204, headers: {}, body: null },
                  ],
                },
              },
            ),
          },
        },
        failures: [...usualFailures, 'forbidden', 'not_found', 'method_not_allowed', 'conflict', 'stale'],
      },
    ],
  };
}
