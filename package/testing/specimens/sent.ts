/** The form of a row that was read, as a body. */
import { isObject } from '../../../engine/json-object.ts';
import { isOwned } from '../../../engine/kinds/kind.ts';
import type { FieldModel, Resource } from '../../../engine/model/resource.ts';
import { Form } from '../world/form.ts';
import type { Body, SpecimenRules } from './rules.ts';
import { stateFor } from './states.ts';

/** A body as it is sent to create a row: of a row that is a file, the form of a text of that name. */
export function createForm({ definition }: Resource, body: Readonly<Body>): Body | Form {
  if (!definition.hung?.files) return body;
  const { name, ...others } = body;
  const parts = Object.entries(others).filter(([, value]) => value !== null && value !== undefined);
  return new Form([
    ...parts.map(([part, value]) => ({ name: part, value: String(value) })),
    { name: 'file', filename: String(name), value: `A text called ${name}.` },
  ]);
}

/** Fields that any body may have, without those that are sent alone, or only with an update. */
export function settableFields(resource: Resource): FieldModel[] {
  const { alternative } = resource.definition;
  return [...resource.fields.values()].filter(
    ({ name, facts }) => !facts.readOnly && !facts.updateOnly && name !== alternative?.when,
  );
}

/** Whether a create can set a field: some are for updates only, or need a later state. */
export function isFirst(resource: Resource, { name, facts }: FieldModel): boolean {
  return !facts.updateOnly && stateFor(resource, name) === undefined;
}

/** A value of an answer as a body would have it. */
export function asSent(rules: SpecimenRules, name: string, value: unknown): unknown {
  return rules.asSent?.[name]?.(value) ?? value;
}

/** The values of a row that a body may have, as a body has them. */
export function bodyOf(resource: Resource, rules: SpecimenRules, data: Readonly<Body>): Body {
  const fields = settableFields(resource).filter(({ name }) => name in data);
  return Object.fromEntries(fields.map(({ name }) => [name, asSent(rules, name, data[name])]));
}

/** Cuts an answer to what was sent: entries that belong to a row also have an id, and the parts that were omitted. */
export function cutToSent({ fields }: Resource, data: Readonly<Body>, sent: Readonly<Body>): Body {
  return Object.fromEntries(
    Object.entries(data).map(([name, value]) => {
      const wanted = sent[name];
      if (!isOwned(fields.get(name)?.facts) || !Array.isArray(wanted) || !Array.isArray(value))
        return [name, value];
      return [name, value.map((entry, place) => cutTo(entry, wanted[place]))];
    }),
  );
}

function cutTo(entry: unknown, sent: unknown): unknown {
  if (!isObject(entry) || !isObject(sent)) return entry;
  return Object.fromEntries(Object.entries(entry).filter(([part]) => part in sent));
}
