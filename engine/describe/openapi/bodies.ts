/** The schemas of a resource's request bodies: create, update and own actions. */

import type { ActionModel, FieldModel } from '../../model/resource.ts';
import { isRequired } from '../../request/body.ts';
import { pascal, schemaNames } from './names.ts';
import type { Schemas } from './rows.ts';
import { closed, type Schema, schemaRef } from './spec.ts';
import { type Setting, sentValue } from './values.ts';

/** Adds the schemas of the resource's request bodies. */
export function addBodySchemas(setting: Setting, schemas: Schemas): void {
  const { resource } = setting;
  const names = schemaNames(resource);
  const { operations, alternative, hung } = resource.definition;
  const fields = settable(resource.fields);
  // The body of a file is a form.
  if (operations.includes('create') && !hung?.files) {
    const body = documentedBody(setting, fields, 'create');
    schemas[names.create] = alternative ? withNull(body, alternative.when) : body;
    if (alternative) schemas[alternativeName(setting)] = alternativeSchema(setting, fields);
  }
  if (operations.includes('update')) {
    schemas[names.update] = documentedBody(setting, fields, 'update');
  }
  for (const [name, action] of resource.actions) {
    if (action.input.size > 0) schemas[inputName(setting, name)] = inputSchema(setting, action);
  }
}

/** The body of a create: the usual one, or the alternative of the definition. */
export function createBody(setting: Setting): Schema {
  const { create } = schemaNames(setting.resource);
  if (!setting.resource.definition.alternative) return schemaRef(create);
  return { oneOf: [schemaRef(create), schemaRef(alternativeName(setting))] };
}

/** `MaintenanceDuplicateInput`. */
export function inputName({ resource }: Setting, action: string): string {
  return `${pascal(resource.name)}${pascal(action)}Input`;
}

/** Fields that a client may send. */
export function settable(fields: ReadonlyMap<string, FieldModel>): FieldModel[] {
  return [...fields.values()].filter(({ facts }) => !facts.readOnly);
}

function documentedBody(
  setting: Setting,
  fields: readonly FieldModel[],
  change: 'create' | 'update',
): Schema {
  const named = fields.filter(({ facts }) => change === 'update' || !facts.updateOnly);
  const properties = Object.fromEntries(
    named.map((field) => [field.name, sentValue(setting, field, change)]),
  );
  const required = change === 'create' ? named.filter(isRequired).map(({ name }) => name) : [];
  return closed(properties, required);
}

function inputSchema(setting: Setting, { input }: ActionModel): Schema {
  return documentedBody(setting, settable(input), 'create');
}

/** `ItemMovementCreateByReverses`. */
function alternativeName({ resource }: Setting): string {
  const when = resource.definition.alternative?.when ?? '';
  return `${schemaNames(resource).create}By${pascal(when.replace(/_id$/, ''))}`;
}

function alternativeSchema(setting: Setting, fields: readonly FieldModel[]): Schema {
  const { alternative } = setting.resource.definition;
  const chosen = fields.filter(({ name }) => alternative?.fields.some((one) => one === name));
  const { properties } = documentedBody(setting, chosen, 'create') as { properties: Record<string, Schema> };
  const when = alternative?.when ?? '';
  return closed({ ...properties, [when]: withoutNull(properties[when] ?? {}) }, [when]);
}

/** The usual body. The field that would make it the alternative one is absent or null. */
function withNull(body: Schema, when: string): Schema {
  const { properties } = body as { properties: Record<string, Schema> };
  return {
    ...body,
    properties: {
      ...properties,
      [when]: { type: 'null', description: `Given, it makes this the other body.` },
    },
  };
}

function withoutNull(schema: Schema): Schema {
  const { type } = schema;
  return Array.isArray(type) ? { ...schema, type: type.filter((one) => one !== 'null')[0] } : schema;
}
