/** Rows of its own tables, read in one query per page by the definition; written by its hooks. */
import type { NestedFacts } from '../facts.ts';
import { type Field, factsOf, isNeeded, keep, madeBy, make } from '../field.ts';
import { rowCount, wordingShape } from '../options.ts';
import { anything, code, type Keys, keyed, must, record, schema, text } from '../shape.ts';
import { type Wording, wordingKeys } from '../wording.ts';
import type { Structure } from './structure.ts';

interface NestedOptions extends Wording, Pick<NestedFacts, 'load' | 'fields'> {
  /** Of a value that has no fields. */
  readonly schema?: Record<string, unknown>;
  /** Whether it is a list of entries with these fields, and of how many. */
  readonly list?: { readonly min?: number; readonly max: number };
  /** Path of the resource whose rows a list of ids names. */
  readonly rows?: string;
}

/** A value from tables of its own, with fields as its parts, or by a JSON Schema; see NestedFacts. Its hooks hold to what its parts refer to. */
export function Nested<Value>(options: NestedOptions): Field<Value, 'default'> {
  const { load, rows: to } = options;
  const rows = to === undefined ? {} : { rows: { to } };
  return make(
    options.schema ?? schemaOf(options),
    {
      ...{ kind: 'nested', load, default: undefined, ...rows },
      ...keep<Pick<NestedOptions, 'fields' | keyof Wording>>(options, ['fields', ...wordingKeys]),
    },
    madeBy('Nested', options),
  );
}

function schemaOf({ fields = {}, list }: NestedOptions): Record<string, unknown> {
  return list ? listOfParts(fields, list) : partsSchema(fields);
}

export type PartFields = Readonly<Record<string, Field>>;

function partsSchema(fields: PartFields): Record<string, unknown> {
  const required = Object.entries(fields).flatMap(([name, field]) =>
    isNeeded(factsOf(field)) ? [name] : [],
  );
  return { type: 'object', required, additionalProperties: false, properties: fields };
}

/** The schema of a list whose entries have these fields. */
export function listOfParts(
  fields: PartFields,
  { min, max }: NonNullable<NestedOptions['list']>,
): Record<string, unknown> {
  const least = min === undefined ? {} : { minItems: min };
  return { type: 'array', ...least, maxItems: max, items: partsSchema(fields) };
}

const nestedShape: Keys<NestedOptions> = {
  ...{ ...wordingShape, schema, fields: record(anything), load: must(code), rows: text },
  list: keyed({ min: rowCount, max: must(rowCount) }),
};

export const nested: Structure<NestedFacts, 'rows', 'nested'> = {
  held: 'rows',
  type: 'nested',
  isFilterable: () => false,
  isBrief: () => false,
  specimen: { wrong: () => ['word', 5, {}, [5]] },
  makers: { Nested: nestedShape },
};
