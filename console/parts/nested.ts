/** Values with parts of their own, made ready to be read by their JSON Schema. */
import type { Field, Row } from '../service/metadata.ts';
import { nameOf } from '../service/metadata.ts';

/** A row that a part refers to. */
export interface NamedRow {
  readonly id: number;
  readonly name: string;
  /** Path of its resource. */
  readonly resource: string;
}

export interface Part {
  readonly key: string;
  readonly title: string;
  readonly value: unknown;
  /** Where it refers to rows: they say what their numbers beside them do. */
  readonly rows: readonly NamedRow[] | null;
}

/** What a field says of the parts of its value. */
export type Described = Pick<Field, 'schema' | 'choices'>;

/** The parts of an object, in its order, without the numbers of rows that stand beside them. */
export function partsOf(value: object, { schema, choices = [] }: Described): Part[] {
  const titles = new Map(Object.entries(propertiesOf(schema)));
  const entries = Object.entries(value);
  const isBeside = (key: string) =>
    entries.some(([other]) => other !== key && numberKeys(other).includes(key));
  return entries
    .filter(([key]) => !isBeside(key))
    .map(([key, part]) => {
      const choice = choices.find(({ name }) => numberKeys(key).includes(name));
      const own = [key, ...numberKeys(key)].map((one) => titleIn(titles.get(one))).find(Boolean);
      const rows = choice ? [part].flat().filter(isRow) : [];
      return {
        key,
        title: own ?? key,
        value: part,
        rows:
          choice && rows.length > 0
            ? rows.map((row) => ({
                id: row.id,
                name: nameOf(row, choice.display),
                resource: choice.resource,
              }))
            : null,
      };
    });
}

/** What the numbers of the rows under a key are called: `site` has `site_id`, `roles` has `role_ids`. */
const numberKeys = (key: string): string[] => [`${key}_id`, `${key.replace(/s$/, '')}_ids`];

function isRow(value: unknown): value is Row {
  return isObject(value) && typeof value.id === 'number';
}

export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The name of what has nothing beside it but its number. */
export function nameIn({ id, name, ...others }: Readonly<Record<string, unknown>>): string | null {
  return id !== undefined && typeof name === 'string' && Object.keys(others).length === 0 ? name : null;
}

/** The properties of an object, or of those in a list. */
function propertiesOf(schema: unknown): Readonly<Record<string, unknown>> {
  if (!isObject(schema)) return {};
  if (isObject(schema.properties)) return schema.properties;
  return propertiesOf(schema.items);
}

function titleIn(schema: unknown): string | undefined {
  return isObject(schema) && typeof schema.title === 'string' ? schema.title : undefined;
}
