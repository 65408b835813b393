/** Any JSON value in one column, and a list of ids in one column. */

import { say } from '../../message.ts';
import { type Field, keep, madeBy, make } from '../field.ts';
import { mostRows, rowCount, wordingShape } from '../options.ts';
import { schema as aSchema, code, must, text, textList, whole } from '../shape.ts';
import { type Offering, type Wording, wordingKeys } from '../wording.ts';
import { nullness, type Scalar } from './scalar.ts';

/** Any JSON value in one column, for fields that only the service writes. */
export function Json<Value>(schema: Record<string, unknown>, options: Wording = {}): Field<Value, never> {
  const facts = { kind: 'column', scalar: json, ...keep(options, wordingKeys) } as const;
  return make(schema, facts, madeBy('Json', options, { schema }));
}

interface RowIdsOptions extends Wording {
  /** Minimum and maximum number of ids. */
  readonly min?: number;
  readonly max: number;
  /** For a part of a nested field: the rows that are offered, and the other parts that this depends on. */
  readonly offer?: Offering;
  readonly by?: readonly string[];
}

/**
 * Ids of rows that an own action takes or answers, without duplicates. A form offers the rows by name, and a client shows their
 * names. The action checks that the rows exist and are allowed.
 * @param to path of the resource of the rows
 */
export function RowIds(to: string, { min = 1, max, ...options }: RowIdsOptions): Field<number[], never> {
  const items = { type: 'integer', minimum: 1, maximum: 2147483647 };
  return make(
    { type: 'array', items, uniqueItems: true, minItems: min, maxItems: max },
    {
      ...{ kind: 'column', scalar: json, rows: { to, ...keep(options, ['offer', 'by']) } },
      ...keep(options, wordingKeys),
    },
    madeBy('RowIds', options, { to, min, max }),
  );
}

interface TextsOptions extends Wording {
  /** Minimum and maximum number of texts, and their maximum length. */
  readonly min?: number;
  readonly max: number;
  readonly length?: number;
}

/** A list of different texts, in order, in one column: `choices: Texts({ min: 2, max: 20 })`. */
export function Texts({
  min = 1,
  max,
  length = 255,
  ...options
}: TextsOptions): Field<readonly string[], never> {
  const items = { type: 'string', minLength: 1, maxLength: length };
  return make(
    { type: 'array', items, uniqueItems: true, minItems: min, maxItems: max },
    { kind: 'column', scalar: json, texts: true, ...keep(options, wordingKeys) },
    madeBy('Texts', options, { min, max, length }),
  );
}

export const json: Scalar<'json'> = {
  makers: {
    Texts: {
      ...wordingShape,
      ...{ min: rowCount, max: must(whole(1, mostRows)), length: whole(1, 10_000) },
    },
    Json: { ...wordingShape, schema: must(aSchema) },
    RowIds: {
      ...wordingShape,
      to: must(text),
      min: rowCount,
      max: must(whole(1, mostRows)),
      offer: code,
      by: textList,
    },
  },
  type: 'json',
  store: (value) => JSON.stringify(value),
  show: (stored) => (typeof stored === 'string' ? JSON.parse(stored) : stored),
  asText: true,
  query: {
    title: 'Json',
    schema: { type: 'string' },
    says: say('a text'),
    parse: (text) => (text.trim() === '' ? undefined : text.trim()),
  },
  column: {
    type: () => 'mediumtext',
    line: (of) => `t.text('${of.name}', 'mediumtext')${nullness(of)}`,
    filled: 'unknown',
  },
  misfit: (value) => (typeof value === 'string' ? null : 'is no text'),
  isBrief: () => false,
  specimen: { right: () => undefined, wrong: () => [] },
};
