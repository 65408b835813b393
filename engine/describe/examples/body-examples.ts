/** Realistic examples of request bodies: made from the definitions, and valid by their schemas. */

import { hasParts } from '../../kinds/kind.ts';
import { type FieldModel, fieldOf, transitionsFrom } from '../../model/resource.ts';
import { isRequired } from '../../request/body.ts';
import { settable } from '../openapi/bodies.ts';
import { schemaNames } from '../openapi/names.ts';
import { schemaRef } from '../openapi/spec.ts';
import type { Setting } from '../openapi/values.ts';
import { type Example, nestedExample, valueExample } from './examples.ts';

/** Bodies of a create by name: the usual one and, if there is one, the alternative. */
export function createExamples(setting: Setting): Record<string, Example> {
  const { resource } = setting;
  const { alternative } = resource.definition;
  const fields = settable(resource.fields);
  const named = fields.filter((field) => isRequired(field) || field.name === 'description');
  const usual = bodyExample(setting, named.length > 0 ? named : fields.slice(0, 1));
  const { field: state = '', initial = [] } = resource.definition.states ?? {};
  const create = state in usual && initial.length > 0 ? { ...usual, [state]: initial[0] } : usual;
  if (!alternative) return { create };
  const other = fields.filter(({ name }) => name === alternative.when || name === 'notes');
  return { create, [alternative.when]: bodyExample(setting, other) };
}

/** The body of an update. */
export const updateBody = (setting: Setting) => ({
  required: true,
  schema: schemaRef(schemaNames(setting.resource).update),
  examples: { update: updateExample(setting) },
});

/** A small change: of the state if there is one, else of the first field that can change. */
function updateExample(setting: Setting): Example {
  const { states } = setting.resource.definition;
  const open = settable(setting.resource.fields).filter(({ facts }) => !facts.fixed && !facts.writeOnly);
  if (!states) return bodyExample(setting, open.slice(0, 1));
  const state = valueExample(setting, fieldOf(setting.resource, states.field));
  return { [states.field]: transitionsFrom(setting.resource, state)[0] ?? state };
}

/** Values for some fields of a body. */
export function bodyExample(setting: Setting, fields: readonly FieldModel[]): Example {
  return Object.fromEntries(
    fields.map((field) => {
      const { facts, name } = field;
      return [name, hasParts(facts) ? nestedExample(setting, field, false) : valueExample(setting, field)];
    }),
  );
}
