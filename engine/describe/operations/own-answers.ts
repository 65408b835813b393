/** Describes the answers of actions and reports that are no row. */

import type { FieldModel } from '../../model/resource.ts';
import { valueExample } from '../examples/examples.ts';
import { pascal } from '../openapi/names.ts';
import type { Schemas } from '../openapi/rows.ts';
import { closed, json, type ResponseSpec, type Schema, schemaRef } from '../openapi/spec.ts';
import { answeredValue, type Setting } from '../openapi/values.ts';

/** `{data}` with the fields that an action or a report declares. @param schemas receives that of the answer */
export function ownAnswer(
  setting: Setting,
  name: string,
  fields: ReadonlyMap<string, FieldModel>,
  schemas: Schemas,
  { many = false, says }: { readonly many?: boolean; readonly says?: unknown } = {},
): ResponseSpec {
  // `MaintenancePlanForecastAnswer`.
  const schema = `${pascal(setting.resource.name)}${pascal(name)}Answer`;
  schemas[schema] = closed(
    Object.fromEntries([...fields.values()].map((field) => [field.name, answeredValue(setting, field)])),
    // An answer that is repeated for an `Idempotency-Key` does not contain them.
    [...fields].flatMap(([own, { facts }]) => (facts.once ? [] : [own])),
  );
  const one = schemaRef(schema);
  const example = Object.fromEntries(
    [...fields.values()].map((field) => [field.name, valueExample(setting, field)]),
  );
  const data: Schema = many
    ? { type: 'array', items: one, description: 'What is told, in its order.' }
    : { ...one, description: 'What is told.' };
  return {
    description: many ? 'A list, whole.' : 'The values.',
    content: json(closed({ data, ...(says !== undefined && { summary: summarySchema }) }), {
      [name]: {
        data: many ? [example] : example,
        ...(says !== undefined && { summary: 'Every 3 months on the 23rd, at 08:00.' }),
      },
    }),
  };
}

const summarySchema: Schema = {
  type: 'string',
  description: 'The same in a sentence, in the user’s language.',
};
