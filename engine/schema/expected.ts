/** The columns that a resource's own table must have, and what makes each of them in a migration. */
import type { ColumnCopy } from '../index-name.ts';
import {
  type FieldModel,
  hasColumn,
  isReleased,
  type Registry,
  type Resource,
  resourceAt,
} from '../model/resource.ts';
import { isDecimal, scaleOf } from '../values.ts';

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
}

/** All columns that the engine reads or writes in a resource's own table. */
export function expectedColumns(resource: Resource, registry: Registry): ExpectedColumn[] {
  const { search, softDelete } = resource;
  return [
    ...[...resource.fields.values()].flatMap((field) => columnsOfField(resource, field, registry)),
    { column: 'version', key: 'table', nullable: false, made: 'resource(t)' },
    ...(search
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
    ...copiesOf(resource),
  ];
}

/** A rule of a resource that a unique index holds, with the key of the definition that asks for it. */
export function uniqueRules({ unique, atMostOne }: Resource) {
  return [
    ...unique.map((rule) => ({ ...rule, key: `unique.${rule.fields.join('+')}` })),
    ...atMostOne.map(({ rule, declared }) => ({ ...rule, key: `atMostOne.${declared.field}` })),
  ];
}

/** Computed columns of unique rules, each once. */
function copiesOf(resource: Resource): ExpectedColumn[] {
  const made = uniqueRules(resource).flatMap(({ copies, key }) =>
    [...copies].map(([column, copy]): [string, ExpectedColumn] => [
      column,
      { column, key, nullable: true, made: copyLine(copy, typeOf(resource, copy.of)) },
    ]),
  );
  return [...new Map(made).values()];
}

/** The line of a migration that makes a copy of a column. */
export function copyLine({ of, others }: ColumnCopy, type: string): string {
  return `copyWith(t, '${of}', '${type}', [${listNames(others)}])`;
}

/** What MariaDB and MySQL call the type of a column of a unique rule. */
function typeOf(resource: Resource, column: string): string {
  const field = resource.fields.get(column);
  if (!field || !hasColumn(field)) return column.endsWith('_key') ? 'varchar(511)' : 'tinyint';
  const { kind } = field.facts;
  switch (kind) {
    case 'reference':
      return 'int unsigned';
    case 'integer':
      return 'int';
    case 'boolean':
      return 'tinyint';
    case 'date':
      return 'date';
    case 'datetime':
      return 'datetime(3)';
    case 'enum':
      return 'varchar(32)';
    case 'time':
      return 'varchar(5)';
    case 'text':
      return `varchar(${lengthOf(field)})`;
    default:
      return 'bigint';
  }
}

/** A field's own column, with its folded copy and its rank where there are such. */
function columnsOfField(resource: Resource, field: FieldModel, registry: Registry): ExpectedColumn[] {
  // What becomes of a write-only field is a hook's business.
  if (!hasColumn(field) || field.facts.writeOnly) return [];
  const { name } = field;
  const released = isReleased(registry, resource, field);
  const nullable = field.facts.nullable === true || released;
  const declared = name in resource.definition.fields;
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
  return [column, ...[...copies].map((copy) => ({ ...column, column: copy }))];
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
  if (!hasColumn(field)) throw new Error(`${name} has no column.`);
  const quoted = `'${name}'`;
  const length = lengthOf(field);
  const values = 'values' in facts ? (facts.values ?? []) : [];
  const nullable = optional ? '.nullable()' : '.notNullable()';
  switch (facts.kind) {
    case 'reference':
      return `reference(t, ${quoted}, '${resourceAt(registry, facts.to).table}')${nullable}`;
    case 'enum':
      if (resource.sorts.has(name)) {
        return `rankedChoice(t, ${quoted}, [${listNames(values)}])${optional ? nullable : ''}`;
      }
      return optional ? `t.string(${quoted}, 32).nullable()` : `choice(t, ${quoted})`;
    case 'datetime':
      return `moment(t, ${quoted})${nullable}`;
    case 'time':
      return `t.string(${quoted}, 5)${nullable}`;
    case 'json':
      return `t.text(${quoted}, 'mediumtext')${nullable}`;
    case 'text':
      if (resource.keyed.has(name)) return `sortedText(t, ${quoted}, ${length})${nullable}`;
      return `t.${isLong(field) ? `text(${quoted})` : `string(${quoted}, ${length})`}${nullable}`;
    default:
      if (facts.kind === 'money') return `money(t, ${quoted})${nullable}`;
      if (isDecimal(facts.kind)) return `decimal(t, ${quoted}, ${scaleOf(facts.kind)})${nullable}`;
      return `t.${facts.kind}(${quoted})${nullable}`;
  }
}

/** Characters that a text may have. */
export function lengthOf({ schema }: FieldModel): number {
  return typeof schema.maxLength === 'number' ? schema.maxLength : 255;
}

/** Whether a text has a TEXT: a row of VARCHARs beyond this outgrows what InnoDB keeps in one page. */
export function isLong(field: FieldModel): boolean {
  return lengthOf(field) > 512;
}

/** `'a', 'b'`, as in a migration. */
export function listNames(names: readonly string[]): string {
  return names.map((name) => `'${name}'`).join(', ');
}
