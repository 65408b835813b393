/** A definition made ready at start: everything a request needs to look up, looked up once. */

import type { AnyDefinition, AtMostOne } from '../definition/definition.ts';
import type { Guard } from '../definition/hooks.ts';
import type { OwnAction } from '../definition/own/action.ts';
import type { Report } from '../definition/own/report.ts';
import type { Fields } from '../definition/types.ts';
import type { UniqueRule } from '../index-name.ts';
import type {
  ColumnFacts,
  Facts,
  Field,
  NestedFacts,
  ReferenceFacts,
  ReferencesFacts,
  WordsFacts,
} from '../kinds/field.ts';
import { isStored } from '../kinds/kind.ts';
import { follows } from '../memoize.ts';
import type { Text } from '../message.ts';
import { referredName } from '../plural.ts';
import type { Governed, Permission, Scope } from '../policy.ts';
import type { SortColumn, SortTerm } from '../sort.ts';
import type { FilterType } from './filter.ts';

/** A field under its name. */
export interface FieldModel<F extends Facts = Facts> {
  readonly name: string;
  readonly schema: Field;
  readonly facts: F;
  /** What to call it in the middle of a sentence. */
  readonly label: Text;
  /** What to call it over a column and in a form. */
  readonly heading: Text;
  /** What the values of an enumeration are called, in their order. */
  readonly values: ReadonlyMap<string, Text>;
}

/** One key of an answer: the value of a field, or the rows it refers to. */
export interface Output {
  readonly key: string;
  readonly field: FieldModel;
  readonly part: 'value' | 'embed';
}

/** Rows that hold those in place that a column of theirs refers to, or let go of them. */
export interface DeleteBlock {
  readonly table: string;
  readonly column: string;
  /** Where they are pairs: whose, by which column of theirs. */
  readonly owner: { readonly table: string; readonly column: string } | null;
  /** What to call one and several of the rows in the way. */
  readonly one: Text;
  readonly many: Text;
  /** Which of them count, where rows can be deleted softly: those still there, or those deleted and kept. */
  readonly counted: 'all' | 'live' | 'gone';
  /** Set where the blocking rows belong to sites, and what they block to none: elsewhere they are not known of. */
  readonly divided: boolean;
  /** Whether hooks of the delete take them away first: only what they leave is in the way. */
  readonly cleared: boolean;
}

export interface Resource extends Governed {
  readonly file: string;
  readonly definition: AnyDefinition;
  readonly path: string;
  readonly table: string;
  readonly title: { readonly one: Text; readonly many: Text };
  readonly scope: Scope;
  /** The table of the sites that its rows belong to; null where they belong to none. */
  readonly siteTable: string | null;
  readonly operations: readonly Permission[];
  readonly softDelete: boolean;
  /** Field that stands for a row where it is referred to. */
  readonly display: string;
  /** All fields, those of the system (id, site, author, times) included. */
  readonly fields: ReadonlyMap<string, FieldModel>;
  /** Those that refer to rows: first those whose rows a write locks for itself alone. */
  readonly references: readonly FieldModel<ReferenceFacts | ReferencesFacts>[];
  /** Keys of an answer, in their order. */
  readonly outputs: ReadonlyMap<string, Output>;
  /** Their names: the very list that stands for a whole answer. */
  readonly keys: readonly string[];
  /** Keys of an answer about one row: the same, and the transitions open now. */
  readonly singleKeys: readonly string[];
  readonly filters: ReadonlyMap<string, FilterType>;
  /** Sort field → column: those of the definition, which have indexes. */
  readonly sorts: ReadonlyMap<string, string>;
  /** What else rows are put in order by: all of those that a list finds are sorted for it. */
  readonly furtherSorts: ReadonlyMap<string, SortColumn>;
  readonly defaultSort: readonly SortTerm[];
  /** Fields whose text is kept folded in `search_text`, and those of rows referred to. */
  readonly search: { readonly own: readonly string[]; readonly through: readonly SearchThrough[] } | null;
  /** Text fields with a folded `_key` column beside them. */
  readonly keyed: ReadonlySet<string>;
  readonly unique: readonly UniqueRule[];
  /** Marks that one row at the most has, each with the rule that its column stands under. */
  readonly atMostOne: readonly { readonly declared: AtMostOne<Fields>; readonly rule: UniqueRule }[];
  /** All rows of definitions that refer to one. */
  readonly dependents: readonly DeleteBlock[];
  /** What holds a row in place. */
  readonly blocks: readonly DeleteBlock[];
  /** What is unlinked from a row that is deleted for good: by its own rule, or because it is deleted and kept. */
  readonly released: readonly DeleteBlock[];
  /** The definition's own actions by their name. */
  readonly actions: ReadonlyMap<string, ActionModel>;
  /** The definition's own reports by their name. */
  readonly reports: ReadonlyMap<string, ReportModel>;
}

/** One of a definition's own reports, made ready. */
export interface ReportModel {
  readonly definition: Report;
  readonly label: Text;
  readonly description: Text;
  readonly permission: Permission;
  /** Its parameters. */
  readonly input: ReadonlyMap<string, FieldModel>;
  readonly answer: ReadonlyMap<string, FieldModel>;
}

/** One of a definition's own actions, made ready. */
export interface ActionModel {
  readonly definition: OwnAction;
  readonly label: Text;
  readonly description: Text;
  readonly permission: Permission;
  /** Fields of its body. */
  readonly input: ReadonlyMap<string, FieldModel>;
  /** Fields of its answer; null where that is a row. */
  readonly answer: ReadonlyMap<string, FieldModel> | null;
}

/** The fields of a row for which an own action is not possible with it now. */
export function unmetBy({ definition }: ActionModel, row: Readonly<Record<string, unknown>>): string[] {
  return Object.entries(definition.when ?? {}).flatMap(([field, wanted]) =>
    wanted?.some((value) => value === row[field]) ? [] : [field],
  );
}

/** The guard of what needs a permission, where that is one to change rows. */
export function guardOf({ definition }: Resource, permission: Permission): Guard | undefined {
  if (permission === 'update') return definition.guards?.update;
  return permission === 'delete' ? definition.guards?.delete : undefined;
}

/** Search in a field of the row that `reference` points at. */
export interface SearchThrough {
  readonly reference: string;
  readonly table: string;
  readonly column: string;
  /** Whether the resource referred to searches in that field itself, so that its own index finds the row. */
  readonly indexed: boolean;
}

/** All resources by their path. */
export type Registry = ReadonlyMap<string, Resource>;

type ColumnField = FieldModel<ColumnFacts | ReferenceFacts>;

/** Whether a field has a column of its own. */
export function hasColumn(field: FieldModel): field is ColumnField {
  return isStored(field.facts);
}

/** The fields whose values stand in columns of the row, and are read as they are written: not those that are never answered. */
export const storedFields = follows(({ fields }: Pick<Resource, 'fields'>) =>
  [...fields.values()].filter(hasColumn).filter(({ facts }) => !facts.writeOnly),
);

/** The declared fields whose values code may set: stored as they stand, which what is never answered is not. */
export const codeFields = follows(({ definition, fields }: Pick<Resource, 'definition' | 'fields'>) =>
  [...fields.values()].filter(
    (field) =>
      Object.hasOwn(definition.fields, field.name) &&
      !field.facts.writeOnly &&
      (hasColumn(field) || (isList(field) && field.facts.kind !== 'nested')),
  ),
);

/** Fields whose values live in other tables and are read once per page. */
export type ListFacts = ReferencesFacts | WordsFacts | NestedFacts;

export function isList(field: FieldModel): field is FieldModel<ListFacts> {
  const { kind } = field.facts;
  return kind === 'references' || kind === 'words' || kind === 'nested';
}

/** Whether a field refers to rows, to one or to many. */
export function isReferring(field: FieldModel): field is FieldModel<ReferenceFacts | ReferencesFacts> {
  return field.facts.kind === 'reference' || field.facts.kind === 'references';
}

/** The resource at a path that a checked definition names. */
export function resourceAt(registry: Registry, path: string): Resource {
  const resource = registry.get(path);
  if (!resource) throw new Error(`No resource has the path ${path}.`);
  return resource;
}

/** A field that a checked definition names. */
export function fieldOf(resource: Resource, name: string): FieldModel {
  const field = resource.fields.get(name);
  if (!field) throw new Error(`${resource.file} has no field ${name}.`);
  return field;
}

/** Key under which a single row tells the states it can change to now, e.g. `status_transitions`. */
export function transitionsKey({ states }: AnyDefinition): string | null {
  return states ? `${states.field}_transitions` : null;
}

/** `zone_id` → `zone`, `operator_ids` → `operators`; null for fields that refer to nothing. */
export function embedName(field: FieldModel): string | null {
  return isReferring(field) ? referredName(field.name) : null;
}

/** Whether a reference is null in rows that are deleted and kept, once what it refers to is deleted for good. */
export function isReleased(registry: Registry, { softDelete }: Resource, { facts }: FieldModel): boolean {
  return softDelete && facts.kind === 'reference' && !resourceAt(registry, facts.to).softDelete;
}

/** States reachable from a state. */
export function transitionsFrom(resource: Resource, state: unknown): readonly string[] {
  return resource.definition.states?.transitions[String(state)] ?? [];
}
