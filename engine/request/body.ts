/** Validates the body of a create or an update against the definition, and normalises its values. */

import { Ajv, type ValidateFunction } from 'ajv';
import { IANAZone } from 'luxon';
import { type FieldErrors, invalid, noErrors } from '../failure.ts';
import { isObject, objectOf } from '../json-object.ts';
import { isEmail } from '../kinds/email.ts';
import { isNeeded } from '../kinds/field.ts';
import { isColumn, isOwned, linesOf } from '../kinds/kind.ts';
import { valueFormats } from '../kinds/scalars/known.ts';
import { passwordBytes } from '../kinds/scalars/text.ts';
import { createCache, follows, once } from '../memoize.ts';
import { say } from '../message.ts';
import { texts } from '../messages.ts';
import { codeFields, type FieldModel, type Resource } from '../model/resource.ts';
import { isSame, tidyText } from '../values.ts';
import { isFarTooLong, unfitPlaces } from './body/unfit.ts';
import { addError, type BodyKeys, labelAt } from './body-errors.ts';
import { ajvOptions } from './schema-reader.ts';

/** Values by field name, in the form of an answer. */
export type Values = Readonly<Record<string, unknown>>;

/** A body as far as it could be read: its valid values, and the errors of others. */
export interface ReadBody {
  readonly values: Values;
  readonly errors: FieldErrors;
  /** Values of an update that were sent in another form, by field. */
  readonly sentAs?: ReadonlyMap<string, SentAs>;
}

/** A value as it was sent, and its errors unless the row has it in this very form: it may be older than today's forms. */
export interface SentAs {
  readonly value: unknown;
  readonly errors: FieldErrors;
}

export interface BodyReader {
  create(body: unknown): ReadBody;
  update(body: unknown): ReadBody;
  /** The body of an own action. */
  action(name: string, body: unknown): ReadBody;
  /** Values that code sets on a row, including read-only and internal fields: only checked against the kind of each field. */
  code(values: Values): ReadBody;
}

function buildAjv(): Ajv {
  const ajv = new Ajv(ajvOptions);
  ajv.addFormat('email', isEmail);
  ajv.addFormat('locale', true);
  ajv.addFormat('timezone', isTimezone);
  // bcrypt only reads 72 bytes: a longer password would be cut silently.
  ajv.addFormat('password', (text) => {
    const bytes = Buffer.byteLength(text);
    return bytes >= passwordBytes.min && bytes <= passwordBytes.max;
  });
  for (const one of valueFormats) {
    if (one.of === 'number') ajv.addFormat(one.name, { type: 'number', validate: one.check });
    else ajv.addFormat(one.name, one.check);
  }
  return ajv;
}

/** Intl, which luxon uses, accepts offsets such as +02:00 too. They are no time zones: they have no daylight saving time. */
function isTimezone(name: string): boolean {
  return !/^[+-]/.test(name) && IANAZone.isValidZone(name);
}

/**
 * Makes body readers for resources. `locales` are the languages that a user may choose. Each validator is compiled for the first
 * body that it reads: compiling all of them takes a fifth of a start.
 */
export const bodyReaders = (locales: readonly string[]): ((resource: Resource) => BodyReader) =>
  readersIn.get(JSON.stringify(locales), () => follows(readerMaker(locales)));

/** By languages: several services in a process share the validators of a resource. */
const readersIn = createCache<(resource: Resource) => BodyReader>(10);

function readerMaker(locales: readonly string[]): (resource: Resource) => BodyReader {
  const ajv = buildAjv();
  const validator = (fields: readonly FieldModel[], required: readonly string[]) =>
    once(() => ajv.compile(bodySchema(fields, required, locales)));
  return (resource) => {
    const settable = [...resource.fields.values()].filter((field) => !field.facts.readOnly);
    const required = settable.filter(isRequired).map((field) => field.name);
    const creating = settable.filter((field) => !field.facts.updateOnly);
    const create = validator(creating, required);
    const update = validator(settable, []);
    const code = validator(codeFields(resource), []);
    const { alternative } = resource.definition;
    const chosen = creating.filter((field) => alternative?.fields.some((name) => name === field.name));
    const other = alternative ? validator(chosen, []) : null;
    const inputs = new Map(
      [...resource.actions].map(([name, { input }]) => {
        const fields = [...input.values()];
        const names = fields.filter(isRequired).map((field) => field.name);
        return [name, { fields: input, validate: validator(fields, names) }];
      }),
    );
    return {
      create: (body) => {
        const given = isObject(body) && alternative ? body[alternative.when] : undefined;
        if (other && alternative && given !== undefined && given !== null) {
          return read(resource, body, other(), { when: alternative.when });
        }
        return read(resource, body, create());
      },
      update: (body) => read(resource, body, update(), { of: 'update' }),
      action: (name, body) => {
        const input = inputs.get(name);
        if (!input) throw new Error(`${resource.path} has no action ${name}.`);
        return read({ fields: input.fields, outputs: new Map() }, body, input.validate());
      },
      code: (values) => read(resource, values, code(), { of: 'code' }),
    };
  };
}

/** Whether a create must contain a field. */
export function isRequired({ facts }: FieldModel): boolean {
  return isNeeded(facts);
}

function bodySchema(
  fields: readonly FieldModel[],
  required: readonly string[],
  locales: readonly string[],
): Record<string, unknown> {
  return {
    type: 'object',
    additionalProperties: false,
    required,
    properties: Object.fromEntries(fields.map((field) => [field.name, valueSchema(field, locales)])),
  };
}

/** The schema of a value. `default` is documentation: the plan fills it in, not the validator. */
function valueSchema({ schema, parts }: FieldModel, locales: readonly string[]): Record<string, unknown> {
  if (parts.size > 0) {
    const fields = [...parts.values()];
    const entry = bodySchema(
      fields,
      fields.filter(isRequired).map(({ name }) => name),
      locales,
    );
    return schema.type === 'array' ? { ...schema, items: entry } : entry;
  }
  const { default: _default, readOnly: _readOnly, writeOnly: _writeOnly, ...rest } = schema;
  // An enumeration, so that an error message lists the languages.
  const none = [schema.type].flat().includes('null') ? [null] : [];
  // The limit and the message are about its length in bytes.
  if (schema.format === 'password') return { ...rest, minLength: 1, maxLength: 255 };
  return schema.format === 'locale' ? { ...rest, enum: [...locales, ...none] } : rest;
}

/** What is particular about some bodies: those of code have no form to keep to, and some leave a field out. */
interface ReadAs {
  readonly of?: 'update' | 'code';
  readonly when?: string;
}

function read(
  resource: BodyKeys,
  body: unknown,
  validate: ValidateFunction,
  { of, when }: ReadAs = {},
): ReadBody {
  const given = objectOf(body);
  const values: Record<string, unknown> = {};
  const errors = noErrors();
  const sentAs = new Map<string, SentAs>();
  for (const [name, value] of Object.entries(given)) {
    const field = resource.fields.get(name);
    const most = field?.schema.maxItems;
    if (field && Array.isArray(value) && most !== undefined && value.length > most) {
      // The values are not checked one by one: each of thousands could have an error.
      errors[name] = [say(texts.tooMany, { field: field.label, limit: most })];
      continue;
    }
    const tidied = field ? tidy(field, value) : value;
    if (field && isFarTooLong(field, tidied)) {
      // Nor is it matched against a pattern, which may take long.
      errors[name] = [say(texts.tooLong, { field: field.label, limit: field.schema.maxLength ?? 0 })];
      continue;
    }
    const own = noErrors();
    for (const [path, reason] of unfitPlaces(field, name, value)) {
      const found = of === undefined || reason === texts.characters ? errors : own;
      found[path] = [say(reason, { field: labelAt(field, path) })];
    }
    if (of === 'update' && !isSame(value, tidied)) sentAs.set(name, { value, errors: own });
    put(values, name, tidied);
  }
  if (!validate(values)) {
    for (const error of validate.errors ?? []) addError(errors, resource, error, when);
  }
  for (const name of Object.keys(errors)) delete values[name.split('.')[0] ?? name];
  return { values: mapKnown(resource.fields, values, canonical), errors, ...(sentAs.size > 0 && { sentAs }) };
}

/** A key of a body may be `__proto__`, which cannot be assigned. */
function put(values: Record<string, unknown>, name: string, value: unknown): void {
  if (name !== '__proto__') values[name] = value;
  else Object.defineProperty(values, name, { value, enumerable: true, configurable: true, writable: true });
}

/** Trims strings, and gives texts their form; an empty one in a nullable field is null. Passwords are not changed. */
function tidy(field: FieldModel, value: unknown): unknown {
  if (field.facts.writeOnly) return value;
  if (field.parts.size > 0) return eachEntry(value, (entry) => mapKnown(field.parts, entry, tidy));
  const lines = linesOf(field.facts);
  const tidied = (one: unknown) => {
    if (typeof one !== 'string') return one;
    return lines ? tidyText(one, lines) : one.trim();
  };
  if (Array.isArray(value)) return value.map(tidied);
  const one = tidied(value);
  return one === '' && field.facts.nullable ? null : one;
}

/** Values in the form of an answer: instants in UTC with milliseconds. */
function canonical({ facts, parts }: FieldModel, value: unknown): unknown {
  if (parts.size > 0) {
    const entryOf = (entry: Values) => mapKnown(parts, entry, canonical);
    return eachEntry(value, isOwned(facts) ? (entry) => filledIn(parts, entryOf(entry)) : entryOf);
  }
  const form = isColumn(facts) ? facts.scalar.canonical : undefined;
  return form && typeof value === 'string' ? form(value) : value;
}

/** An entry with all its parts, in order: those that were left out have the values of a create. */
function filledIn(parts: ReadonlyMap<string, FieldModel>, entry: Values): Values {
  return Object.fromEntries(
    [...parts.values()].flatMap(({ name, facts }) => {
      const { [name]: value = facts.optional ? undefined : (facts.default ?? null) } = entry;
      return value === undefined ? [] : [[name, value]];
    }),
  );
}

/** The entries of a nested value: several, or one. */
function eachEntry(value: unknown, change: (entry: Values) => Values): unknown {
  const one = (entry: unknown) => (isObject(entry) ? change(entry) : entry);
  return Array.isArray(value) ? value.map(one) : one(value);
}

/** The same values, with those of known fields converted. */
function mapKnown(
  fields: ReadonlyMap<string, FieldModel>,
  values: Values,
  change: (field: FieldModel, value: unknown) => unknown,
): Values {
  const changed = Object.entries(values).map(([name, value]) => {
    const field = fields.get(name);
    return [name, field ? change(field, value) : value] as const;
  });
  return Object.fromEntries(changed);
}

/** Ends the request if there are errors. @throws Failure `validation_failed` */
export function settle(errors: FieldErrors): void {
  if (Object.keys(errors).length > 0) throw invalid(errors);
}
