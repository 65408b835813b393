/** Messages for a body that the validator refuses: one per field. */

import type { ErrorObject } from 'ajv';
import type { FieldErrors } from '../failure.ts';
import { valueFormats } from '../kinds/scalars/known.ts';
import { type Message, type Param, say } from '../message.ts';
import { texts, typeTexts } from '../messages.ts';
import { embeddedKeys, type FieldModel, type Resource } from '../model/resource.ts';

/** The fields that a body may have, and the keys that only answers have. */
export type BodyKeys = Pick<Resource, 'fields' | 'outputs'>;

/** Replaces an impossible value in a body, with the reason: parsed JSON never contains it. */
export class Unusable {
  /** A text with `{field}`. */
  readonly reason: Message;

  constructor(reason: Message) {
    this.reason = reason;
  }
}

/** Adds the message of a validator's error to a field. */
export function addError(errors: FieldErrors, resource: BodyKeys, error: ErrorObject, when?: string): void {
  const path = pathOf(error);
  const field = resource.fields.get(path.split('.')[0] ?? path);
  // One message per field: the first one explains the others.
  if (errors[path]) return;
  errors[path] = [messageOf(resource, error, field, path, when)];
}

/** The dotted path of an error in a body; for a missing or unknown key, the path of that key. */
export function pathOf({ keyword, params, instancePath }: ErrorObject): string {
  const missing = keyword === 'required' ? params.missingProperty : undefined;
  const extra = keyword === 'additionalProperties' ? params.additionalProperty : undefined;
  return [...instancePath.split('/').slice(1).map(plainPart), missing ?? extra]
    .filter((part) => part !== undefined)
    .join('.');
}

function plainPart(part: string): string {
  return part.replaceAll('~1', '/').replaceAll('~0', '~');
}

function messageOf(
  resource: BodyKeys,
  error: ErrorObject,
  field: FieldModel | undefined,
  path: string,
  when?: string,
): Message {
  const label = labelAt(field, path);
  const limit = Number(error.params.limit);
  switch (error.keyword) {
    case 'required':
      return say(isListAt(field, path) ? texts.requiredList : texts.required, { field: label });
    case 'additionalProperties':
      if (!path.includes('.')) return extraMessage(resource, error, path, when);
      return isAnswered(field, path)
        ? say(texts.readOnly, { field: label })
        : say(texts.unknownField, { field: path, allowed: allowedBy(error) });
    case 'type':
      if (error.data instanceof Unusable) return say(error.data.reason, { field: label });
      return error.data === null && !field?.facts.nullable
        ? say(texts.notNull, { field: label })
        : say(texts.type, { field: label, type: typeText(error.params.type) });
    case 'enum':
      return say(texts.enum, {
        field: label,
        allowed: (error.params.allowedValues as string[]).filter(Boolean),
      });
    case 'maxLength':
      return say(texts.tooLong, { field: label, limit });
    case 'minLength':
      return limit === 1 ? say(texts.empty, { field: label }) : say(texts.tooShort, { field: label, limit });
    case 'maximum':
      return say(texts.tooLarge, { field: label, limit });
    case 'minimum':
      return say(texts.tooSmall, { field: label, limit });
    case 'minItems':
      return say(texts.tooFew, { field: label, limit });
    case 'maxItems':
      return say(texts.tooMany, { field: label, limit });
    case 'uniqueItems':
      return say(texts.duplicates, { field: label });
    case 'format':
      return say(texts.format, { field: label, type: typeText(error.params.format) });
    default:
      return say(texts.invalid, { field: label });
  }
}

/** The label of a place in a body: a field, a value of its list, or a part of such a value. */
export function labelAt(field: FieldModel | undefined, path: string): Param {
  const [, index, name, ...rest] = path.split('.');
  if (!field || index === undefined) return field?.label ?? path;
  const place = Number(index) + 1;
  if (name === undefined) return say(texts.valueOf, { place, field: field.label });
  const known = field.parts.get(name);
  const part = known && rest.length === 0 ? known.label : [name, ...rest].join('.');
  return say(texts.partOf, { place, part, field: field.label });
}

/** Whether only answers have this key of a nested value: it is read-only, like read-only keys of a row. */
function isAnswered(field: FieldModel | undefined, path: string): boolean {
  return field !== undefined && embeddedKeys(field).includes(path.split('.').at(-1) ?? '');
}

function isListAt(field: FieldModel | undefined, path: string): boolean {
  return field?.schema.type === 'array' && !path.includes('.');
}

function extraMessage(resource: BodyKeys, error: ErrorObject, path: string, when?: string): Message {
  const field = resource.fields.get(path);
  if (field && !field.facts.readOnly && when) {
    return say(texts.notWith, { field: field.label, other: resource.fields.get(when)?.label ?? when });
  }
  if (field?.facts.updateOnly) return say(texts.updateOnly, { field: field.label });
  if (field && !field.facts.internal) return say(texts.readOnly, { field: field.label });
  return resource.outputs.has(path)
    ? say(texts.readOnly, { field: path })
    : say(texts.unknownField, { field: path, allowed: allowedBy(error) });
}

/** The allowed keys of the object. */
function allowedBy({ parentSchema }: ErrorObject): string[] {
  return Object.keys(parentSchema?.properties ?? {});
}

function typeText(type: unknown): Param {
  const names: unknown[] = Array.isArray(type) ? type : [type];
  const name = names.find((one) => one !== 'null');
  const says = valueFormats.find((one) => one.name === name)?.says;
  const known: Readonly<Record<string, Param>> = typeTexts;
  return says ?? ((typeof name === 'string' && known[name]) || String(name));
}
