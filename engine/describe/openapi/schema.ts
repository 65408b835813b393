/** Schemas of the document, and the few shapes that they consist of. */

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
