/** Several writes in one transaction: all of them, or none and the first failure. */

import { Failure } from '../../failure.ts';
import { exactly, mapOf } from '../../json-schema.ts';
import { say } from '../../message.ts';
import { texts } from '../../messages.ts';
import type { Response, RowKey, WriteTerms } from '../../request/request.ts';
import { createSchemaReader } from '../../request/schema-reader.ts';
import { type Static, type TSchema, Type } from '../../typebox.ts';
import { runInTransaction } from '../../write/unit-of-work.ts';
import { type BatchParts, batchOperation, longestPath, longestTag, planStep } from './plan.ts';

/** The maximum number of operations in a batch. */
const maxOperations = 100;

/** @param operation the schema of an operation: `batchOperation`, or the name under which it is documented */
export function batchBody<Operation extends TSchema>(operation: Operation) {
  return exactly({
    operations: Type.Array(operation, {
      minItems: 1,
      maxItems: maxOperations,
      description: 'What is to be done, in this order.',
    }),
  });
}

/** The answer of one operation. */
export const batchAnswer = exactly({
  status: Type.Unsafe<number>({
    type: 'integer',
    enum: [200, 201, 204],
    description: 'The status that the operation by itself answers.',
  }),
  headers: mapOf(Type.String(), { description: 'Its headers: `ETag`, `Location`.' }),
  body: Type.Unsafe<unknown>({
    type: ['object', 'null'],
    description: 'What the operation by itself answers.',
  }),
});

const readBatch = createSchemaReader(batchBody(batchOperation), ({ keyword, name, allowed }) => {
  if (keyword === 'additionalProperties') return say(texts.unknownField, { field: name, allowed });
  switch (name) {
    case 'operations':
      return say(texts.batchOperations, { limit: maxOperations });
    case 'method':
      return say(texts.enum, { field: name, allowed });
    case 'path':
      return keyword === 'maxLength'
        ? say(texts.tooLong, { field: name, limit: longestPath })
        : say(texts.batchPath);
    case 'if_match':
      return keyword === 'maxLength'
        ? say(texts.tooLong, { field: name, limit: longestTag })
        : say(texts.invalid, { field: name });
    default:
      return say(texts.batchOperation);
  }
});

/**
 * Runs the operations of `{operations: [{method, path, body, if_match?}]}` in order, each with the checks of a single request. An
 * operation can name a row that an earlier one has created; see `batch-references.ts`.
 *
 * @throws Failure of the first operation that fails, with its index
 */
export async function serveBatch(parts: BatchParts, body: unknown, terms: WriteTerms): Promise<Response> {
  const { operations } = readBatch(body);
  const steps = await Promise.all(operations.map((operation, index) => planStep(parts, operation, index)));
  return runInTransaction(parts.engine, parts.asking, terms, async (db) => {
    const answers: Static<typeof batchAnswer>[] = [];
    const made: (RowKey | null)[] = [];
    for (const [index, run] of steps.entries()) {
      try {
        const { status, headers, body: answer, created = null } = await run(db, made);
        answers.push({ status, headers, body: answer });
        made.push(created);
      } catch (error) {
        throw error instanceof Failure ? error.at(index) : error;
      }
    }
    return { status: 200, headers: {}, body: { data: answers } };
  });
}
