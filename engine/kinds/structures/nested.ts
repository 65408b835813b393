/** Rows of other tables. The definition reads them in one query per page; its hooks write them. */
import type { NestedFacts } from '../facts.ts';
import { type Field, factsOf, isNeeded, keep, madeBy, make } from '../field.ts';
import { rowCount, wordingShape } from '../options.ts';
import { anything, code, type Keys, keyed, must, record, schema, text } from '../shape.ts';
import { type Wording, wordingKeys } from '../wording.ts';
import type { Structure } from './structure.ts';

interface NestedOptions extends Wording, Pick<NestedFacts, 'load' | 'fields'> {
  /** The schema of a value without fields. */
  readonly schema?: Record<string, unknown>;
  /** Set for a list of entries with these fields: the minimum and maximum number of entries. */
  readonly list?: { readonly min?: number; readonly max: number };
  /** Path of the resource that a list of ids refers to. */
  readonly rows?: string;
}

/**
 * A value from other tables, with fields as its parts, or described by a JSON Schema; see NestedFacts. The hooks must check what
 * its parts refer to.
 */
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
