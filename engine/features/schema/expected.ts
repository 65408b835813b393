/** The columns that a resource's own table must have, with the lines of a migration that create them. */

import { type ColumnReference, type Content, contentOf } from '../../database/dialect/content.ts';
import { stepsOf } from '../../definition/hooks.ts';
import { hasOwnField } from '../../definition/hung.ts';
import type { ColumnCopy, MarkedRows } from '../../index-name.ts';
import type { OwnedFacts, ReferenceFacts, ReferencesFacts } from '../../kinds/facts.ts';
import { isColumn, isReference } from '../../kinds/kind.ts';
import { sqlText } from '../../kinds/literal.ts';
import { listNames } from '../../kinds/scalars/enum.ts';
import { store } from '../../kinds/scalars/scalar.ts';
import { follows } from '../../memoize.ts';
import {
  type FieldModel,
  fieldOf,
  hasColumn,
  hasSearchedTexts,
  isReleased,
  type Registry,
  type Resource,
  resourceAt,
} from '../../model/resource.ts';
import type { Stored } from '../../values.ts';
import { columnFor, columnTypeOf, referenceLine } from './column-type.ts';

export interface ExpectedColumn {
  readonly column: string;
  /** Key of the definition that needs it, e.g. `fields.name`. */
  readonly key: string;
  /** Whether it must accept null. */
  readonly nullable: boolean;
  /** Whether null is only for rows that are deleted and kept. */
  readonly released?: boolean;
  /** The line of a migration that creates it, with the functions of `migrations/columns`. */
  readonly made: string;
  /** Its content, for a field's own column. */
  readonly holds?: Holding;
  /** For a computed copy: its source, and its type. */
  readonly copies?: ColumnCopy & { readonly type: string };
}

/** The properties of a declared field's column. */
export interface Holding {
  readonly content: Content;
  /** Maximum length of a text. */
  readonly length: number | null;
  /** `cleared`: whether hooks delete the row before the referenced one, so that the database may as well. */
  readonly refers: (ColumnReference & { readonly cleared: boolean }) | null;
  /** The column default, if there is one: the service never leaves the column out. Undefined if a hook sets the value. */
  readonly default: Stored | undefined;
}

/** All columns of a resource's own table that the engine reads or writes. */
export function expectedColumns(resource: Resource, registry: Registry): readonly ExpectedColumn[] {
  return expectedIn(registry)(resource);
}

/** Computed once: a comparison of all tables asks for those of each several times, a draft of migrations for each table anew. */
const expectedIn = follows((registry: Registry) =>
  follows((resource: Resource) => listExpected(resource, registry)),
);

function listExpected(resource: Resource, registry: Registry): ExpectedColumn[] {
  const { softDelete } = resource;
  return [
    ...[...resource.fields.values()].flatMap((field) => columnsOfField(resource, field, registry)),
    // Entries of a list have no such columns: those of their row apply.
    ...(resource.fields.has('id')
      ? [{ column: 'version', key: 'table', nullable: false, made: 'resource(t)' }]
      : []),
    ...(hasSearchedTexts(resource)
      ? [{ column: 'search_text', key: 'search', nullable: false, made: 'searchText(t, knex)' }]
      : []),
    ...resource.atMostOne.map(({ declared: { slot } }) => ({
      ...{ column: slot, key: 'atMostOne', nullable: true },
      made: `t.tinyint('${slot}').nullable()`,
    })),
    ...(softDelete
      ? [
          {
            column: 'live',
            key: 'softDelete',
            nullable: true,
            made: "t.tinyint('live').nullable().defaultTo(1)",
          },
          {
            column: 'deleted_at',
            key: 'softDelete',
            nullable: true,
            made: "moment(t, 'deleted_at').nullable()",
          },
        ]
      : []),
    ...marksOf(resource),
    ...copiesOf(resource),
  ];
}

/** The table of a list's entries, in the form of a resource: with the fields of an entry only. */
export function entryTable(resource: Resource, { facts, parts }: FieldModel<OwnedFacts>): Resource {
  const { id: _id, ...fields } = facts.fields;
  return {
    ...resource,
    ...{ table: facts.table, search: null, softDelete: false, unique: [], atMostOne: [], references: [] },
    definition: { ...resource.definition, fields },
    fields: new Map([...parts].filter(([name]) => name !== 'id')),
    ...{ keyed: new Set(), sorts: new Map() },
  };
}

/** Its further columns, in order. */
export const ownerColumns = ({ own, order }: OwnedFacts): string[] => ['id', own, order];

/** The rules of a resource that unique indexes enforce, each with the key of the definition. */
export function uniqueRules({ unique, atMostOne }: Resource) {
  return [
    ...unique.map((rule) => ({ ...rule, key: `unique.${rule.fields.join('+')}` })),
    ...atMostOne.map(({ rule, declared }) => ({ ...rule, key: `atMostOne.${declared.field}` })),
  ];
}

/** Computed columns that mark the rows of unique rules, without duplicates. */
function marksOf(resource: Resource): ExpectedColumn[] {
  const made = uniqueRules(resource).flatMap(({ marked, key }): [string, ExpectedColumn][] =>
    marked
      ? [[marked.column, { column: marked.column, key, nullable: true, made: markLine(resource, marked) }]]
      : [],
  );
  return [...new Map(made).values()];
}

/** Computed columns of unique rules, without duplicates. */
function copiesOf(resource: Resource): ExpectedColumn[] {
  const made = uniqueRules(resource).flatMap(({ copies, key }) =>
    [...copies].map(([column, copy]): [string, ExpectedColumn] => [
      column,
      copied(resource, column, key, copy),
    ]),
  );
  return [...new Map(made).values()];
}

/** The line of a migration that creates a copy of a column. */
export function copyLine({ of, others }: ColumnCopy, type: string): string {
  return `copyWith(t, '${of}', '${type}', [${listNames(others)}])`;
}

function copied(resource: Resource, column: string, key: string, copy: ColumnCopy): ExpectedColumn {
  const type = copyType(resource, copy.of);
  return { column, key, nullable: true, made: copyLine(copy, type), copies: { ...copy, type } };
}

/** The type of a unique rule's column in MariaDB and MySQL. */
function copyType(resource: Resource, column: string): string {
  const field = resource.fields.get(column);
  if (!field || !hasColumn(field)) return column.endsWith('_key') ? 'varchar(511)' : 'tinyint';
  // regexp-safe: it reads the type of a column as we write it.
  return columnTypeOf(resource, field).replace(/ ".*"$/, '');
}

function referenceOf({ path }: Resource, { to, onDelete }: ReferenceFacts, registry: Registry) {
  const { table, definition } = resourceAt(registry, to);
  const cleared = stepsOf(definition, 'delete').has(`delete ${path}`);
  return { table, cleared, onDelete: onDelete === 'unlink' ? ('SET NULL' as const) : null };
}

/** The column of a table of pairs that refers to the other rows. */
export function pairReference({ to, onDelete }: ReferencesFacts, registry: Registry): ColumnReference {
  return { table: resourceAt(registry, to).table, onDelete: onDelete === 'unlink' ? 'CASCADE' : null };
}

/** The content of a field's column. */
function holdingOf(resource: Resource, field: FieldModel, registry: Registry): Holding {
  const { name, facts, schema } = field;
  const found = contentOf(columnTypeOf(resource, field), true);
  if (!found) throw new Error(`${name} has no column.`);
  const content = found.kind === 'number' ? { scale: 0, ...found } : found;
  const none = facts.readOnly ? undefined : null;
  if (!isColumn(facts)) {
    const refers = isReference(facts) ? referenceOf(resource, facts, registry) : null;
    return { content, length: null, refers, default: none };
  }
  const { scalar, default: usual } = facts;
  const { filled } = scalar.column;
  return {
    content,
    length: scalar.column.length?.(schema) ?? null,
    refers: null,
    default: filled === undefined && usual !== undefined ? store(scalar, usual) : none,
  };
}

/** A field's own column, with its folded copy and its rank, if it has them. */
function columnsOfField(resource: Resource, field: FieldModel, registry: Registry): ExpectedColumn[] {
  // A hook stores write-only fields.
  if (!hasColumn(field) || field.facts.writeOnly) return [];
  const { name } = field;
  const released = isReleased(registry, resource, field);
  const nullable = field.facts.nullable === true || released;
  const declared = hasOwnField(resource.definition, name) || name === 'user_id';
  const ofSite = released ? columnLine(resource, field, registry, nullable) : 'site(t)';
  const system = name === 'site_id' ? ofSite : 'resource(t)';
  const column = {
    column: name,
    key: declared ? `fields.${name}` : 'table',
    nullable,
    made: declared ? columnLine(resource, field, registry, nullable) : system,
    ...(released && !field.facts.nullable && { released }),
  };
  const copies = new Set([resource.sorts.get(name) ?? name, resource.keyed.has(name) ? `${name}_key` : name]);
  copies.delete(name);
  const own = declared ? { ...column, holds: holdingOf(resource, field, registry) } : column;
  return [own, ...[...copies].map((copy) => ({ ...column, column: copy }))];
}

/**
 * The line of a migration that creates the columns of a declared field.
 * @param optional whether the column accepts null, even if the field does not
 */
export function columnLine(
  resource: Resource,
  field: FieldModel,
  registry: Registry,
  optional = field.facts.nullable === true,
): string {
  const { name, facts } = field;
  const ending = optional ? '.nullable()' : '.notNullable()';
  if (isReference(facts)) return `${referenceLine(name, referenceOf(resource, facts, registry))}${ending}`;
  if (isColumn(facts)) return facts.scalar.column.line(columnFor(resource, field, optional));
  throw new Error(`${name} has no column.`);
}

/** The line of a migration that creates the column. */
function markLine(resource: Resource, { column, wanted }: MarkedRows): string {
  const condition = [...wanted].map(([name, values]) => markCondition(resource, name, values)).join(' and ');
  return `markWhere(t, '${column}', ${JSON.stringify(condition)})`;
}

/** SQL that every database accepts. */
function markCondition(resource: Resource, name: string, values: readonly unknown[] | null): string {
  const field = fieldOf(resource, name);
  if (!hasColumn(field)) throw new Error(`${resource.file}: ${name} has no column.`);
  const column = `\`${name}\``;
  if (values === null) return `${column} is not null`;
  const literals = values
    .filter((value) => value !== null)
    .map((value) => {
      const stored = store(field.facts.scalar, value);
      return typeof stored === 'number' ? String(stored) : sqlText(String(stored));
    });
  const some = literals.length > 0 ? [`${column} in (${literals.join(', ')})`] : [];
  const none = values.includes(null) ? [`${column} is null`] : [];
  return some.length + none.length > 1 ? `(${[...some, ...none].join(' or ')})` : [...some, ...none].join('');
}
