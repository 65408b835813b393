/** The columns that a resource's own table must have, and what makes each of them in a migration. */

import { type ColumnReference, type Content, contentOf } from '../database/dialect/content.ts';
import { stepsOf } from '../definition/hooks.ts';
import { hasOwnField } from '../definition/hung.ts';
import type { ColumnCopy } from '../index-name.ts';
import type { OwnedFacts, ReferenceFacts, ReferencesFacts } from '../kinds/facts.ts';
import { isColumn, isReference } from '../kinds/kind.ts';
import { listNames } from '../kinds/scalars/enum.ts';
import { store } from '../kinds/scalars/scalar.ts';
import {
  type FieldModel,
  hasColumn,
  hasSearchedTexts,
  isReleased,
  type Registry,
  type Resource,
  resourceAt,
} from '../model/resource.ts';
import type { Stored } from '../values.ts';
import { columnFor, columnTypeOf, referenceLine } from './column-type.ts';
import { markLine } from './where-mark.ts';

export interface ExpectedColumn {
  readonly column: string;
  /** Key of the definition that asks for it, e.g. `fields.name`. */
  readonly key: string;
  /** Whether null must fit in. */
  readonly nullable: boolean;
  /** Whether that is only for rows that are deleted and kept. */
  readonly released?: boolean;
  /** The line of a migration that makes it, with the functions of `migrations/columns`. */
  readonly made: string;
  /** What it holds, of a field's own column. */
  readonly holds?: Holding;
  /** Of a computed copy: what it is, and its type. */
  readonly copies?: ColumnCopy & { readonly type: string };
}

/** What the definition says of the column of a declared field. */
export interface Holding {
  readonly content: Content;
  /** Characters of a text. */
  readonly length: number | null;
  /** `cleared`: whether hooks take the row away before what it refers to, so that the database may as well. */
  readonly refers: (ColumnReference & { readonly cleared: boolean }) | null;
  /**
   * What rows get that leave it out, where the column says so at all: the service never leaves it out. Undefined where that is a
   * hook's business.
   */
  readonly default: Stored | undefined;
  /** Which texts it can take over from another column, as SQL, where those are not any. */
  readonly takes?: (text: string) => string;
}

/** All columns that the engine reads or writes in a resource's own table. */
export function expectedColumns(resource: Resource, registry: Registry): ExpectedColumn[] {
  const { softDelete } = resource;
  return [
    ...[...resource.fields.values()].flatMap((field) => columnsOfField(resource, field, registry)),
    // Entries of a list have none: theirs is that of their row.
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

/** The table of the entries of a list as that of a resource: with what each entry holds, and nothing else. */
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

/** What its table has beside that, in the order of its columns. */
export const ownerColumns = ({ own, order }: OwnedFacts): string[] => ['id', own, order];

/** A rule of a resource that a unique index holds, with the key of the definition that asks for it. */
export function uniqueRules({ unique, atMostOne }: Resource) {
  return [
    ...unique.map((rule) => ({ ...rule, key: `unique.${rule.fields.join('+')}` })),
    ...atMostOne.map(({ rule, declared }) => ({ ...rule, key: `atMostOne.${declared.field}` })),
  ];
}

/** Computed columns that mark the rows of unique rules, each once. */
function marksOf(resource: Resource): ExpectedColumn[] {
  const made = uniqueRules(resource).flatMap(({ marked, key }): [string, ExpectedColumn][] =>
    marked
      ? [[marked.column, { column: marked.column, key, nullable: true, made: markLine(resource, marked) }]]
      : [],
  );
  return [...new Map(made).values()];
}

/** Computed columns of unique rules, each once. */
function copiesOf(resource: Resource): ExpectedColumn[] {
  const made = uniqueRules(resource).flatMap(({ copies, key }) =>
    [...copies].map(([column, copy]): [string, ExpectedColumn] => [
      column,
      copied(resource, column, key, copy),
    ]),
  );
  return [...new Map(made).values()];
}

/** The line of a migration that makes a copy of a column. */
export function copyLine({ of, others }: ColumnCopy, type: string): string {
  return `copyWith(t, '${of}', '${type}', [${listNames(others)}])`;
}

function copied(resource: Resource, column: string, key: string, copy: ColumnCopy): ExpectedColumn {
  const type = copyType(resource, copy.of);
  return { column, key, nullable: true, made: copyLine(copy, type), copies: { ...copy, type } };
}

/** What MariaDB and MySQL call the type of a column of a unique rule. */
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

/** The column of a table of pairs that leads to the other rows. */
export function pairReference({ to, onDelete }: ReferencesFacts, registry: Registry): ColumnReference {
  return { table: resourceAt(registry, to).table, onDelete: onDelete === 'unlink' ? 'CASCADE' : null };
}

/** What the column of a field holds. */
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
  const { scalar, values, default: usual } = facts;
  const { filled, takes } = scalar.column;
  return {
    content,
    length: scalar.column.length?.(schema) ?? null,
    refers: null,
    default: filled === undefined && usual !== undefined ? store(scalar, usual) : none,
    ...(takes && { takes: (given) => takes(given, values) }),
  };
}

/** A field's own column, with its folded copy and its rank where there are such. */
function columnsOfField(resource: Resource, field: FieldModel, registry: Registry): ExpectedColumn[] {
  // What becomes of a write-only field is a hook's business.
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
 * The line of a migration that makes the columns of a declared field.
 * @param optional whether null fits in, also where the field may not be null
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
