/** A compiled definition, made at start: all lookups that requests need are done once. */

import type { AnyDefinition, AtMostOne } from '../definition/definition.ts';
import type { Guard } from '../definition/hooks.ts';
import { hasOwnField } from '../definition/hung.ts';
import type { OwnAction } from '../definition/own/action.ts';
import type { Fields } from '../definition/types.ts';
import type { UniqueRule } from '../index-name.ts';
import { valueUnder } from '../json-object.ts';
import type { Facts, ReferenceFacts, ReferencesFacts } from '../kinds/facts.ts';
import type { Field } from '../kinds/field.ts';
import {
  isBeside,
  isOfPage,
  isReference,
  isReferring,
  isStored,
  isWritten,
  referredPath,
} from '../kinds/kind.ts';
import { follows } from '../memoize.ts';
import type { English, Text } from '../message.ts';
import { referredName } from '../plural.ts';
import type { Expression, Governed, Permission, Scope } from '../policy.ts';
import type { SortColumn, SortTerm } from '../sort.ts';
import type { FilterType } from './filter.ts';

/** A field with its name. */
export interface FieldModel<F extends Facts = Facts> {
  readonly name: string;
  readonly schema: Field;
  readonly facts: F;
  /** The name within a sentence. */
  readonly label: Text;
  /** The name over a column and in a form. */
  readonly heading: Text;
  /** The labels of an enumeration's values, in order. */
  readonly values: ReadonlyMap<string, Text>;
  /** The parts of a nested value, or of each entry of a list. */
  readonly parts: ReadonlyMap<string, FieldModel>;
}

/** One key of an answer: the value of a field, or the rows that it refers to. */
export interface Output {
  readonly key: string;
  readonly field: FieldModel;
  readonly part: 'value' | 'embed';
}

/** Rows that prevent the delete of the rows that they refer to, or release them. */
export interface DeleteBlock {
  readonly table: string;
  readonly column: string;
  /** The referring resource and its field; null for a table without a definition. */
  readonly by: { readonly path: string; readonly field: string } | null;
  /** For pairs: their owner, and the column that refers to it. */
  readonly owner: { readonly table: string; readonly column: string } | null;
  /** The singular and plural of the blocking rows. */
  readonly one: Text;
  readonly many: Text;
  /** Which of them count, for resources with `softDelete`: all, those not deleted, or those deleted and kept. */
  readonly counted: 'all' | 'live' | 'gone';
  /** Set if the blocking rows belong to sites, and the blocked rows to none: users see only those of their site. */
  readonly divided: boolean;
  /** Whether hooks of the delete remove them first: only the remaining ones prevent it. */
  readonly cleared: boolean;
  /** Whether they are deleted with the referenced row: personal rows never prevent a delete. */
  readonly goes: boolean;
}

/** The parts that features add to a resource: each declares its own by `declare module`. */
// biome-ignore lint/suspicious/noEmptyInterface: features fill it.
export interface FeatureParts {}

export interface Resource extends Governed, FeatureParts {
  readonly file: string;
  readonly definition: AnyDefinition;
  readonly path: string;
  readonly table: string;
  readonly title: { readonly one: Text; readonly many: Text };
  readonly scope: Scope;
  /** For personal rows: the table of memberships in sites, and its column for people. */
  readonly members: { readonly table: string; readonly key: string } | null;
  /** The table of the sites that its rows belong to; null if they belong to none. */
  readonly siteTable: string | null;
  readonly operations: readonly Permission[];
  readonly softDelete: boolean;
  /** Texts about its rows, by name. */
  readonly sentences: ReadonlyMap<string, readonly English[]>;
  /** The field that represents a row in references. */
  readonly display: string;
  /** All fields, including system fields (id, site, author, times). */
  readonly fields: ReadonlyMap<string, FieldModel>;
  /** Those that refer to rows; exclusive references first. */
  readonly references: readonly FieldModel<ReferenceFacts | ReferencesFacts>[];
  /** Keys of an answer, in order. */
  readonly outputs: ReadonlyMap<string, Output>;
  /** Their names. A whole answer uses exactly this list object. */
  readonly keys: readonly string[];
  /** The keys of a row in a list, without view-only ones. */
  readonly listedKeys: readonly string[];
  /** The keys of an answer about one row: all keys, and the transitions possible now. */
  readonly singleKeys: readonly string[];
  readonly filters: ReadonlyMap<string, FilterType>;
  /** Sort field → column, for the declared sorts, which have indexes. */
  readonly sorts: ReadonlyMap<string, string>;
  /** Declared sorts that are computed for all rows of a list: they have no index. */
  readonly computedSorts: ReadonlyMap<string, Expression>;
  /** Further sorts, for which all rows of a list are sorted. */
  readonly furtherSorts: ReadonlyMap<string, SortColumn>;
  readonly defaultSort: readonly SortTerm[];
  /** Fields whose text is folded in `search_text`, and those of referenced rows. */
  readonly search: { readonly own: readonly string[]; readonly through: readonly SearchThrough[] } | null;
  /** Text fields with a folded `_key` column. */
  readonly keyed: ReadonlySet<string>;
  readonly unique: readonly UniqueRule[];
  /** Marks that at most one row has, each with the unique rule of its column. */
  readonly atMostOne: readonly { readonly declared: AtMostOne<Fields>; readonly rule: UniqueRule }[];
  /** All rows of definitions that refer to this resource. */
  readonly dependents: readonly DeleteBlock[];
  /** The references that prevent a delete. */
  readonly blocks: readonly DeleteBlock[];
  /** References that a delete releases: unlinked by their rule, or of rows that are deleted and kept, or deleted with it. */
  readonly released: readonly DeleteBlock[];
  /** The resources that its rows can be attached to; for most, none. */
  readonly hangOn: () => readonly Resource[];
  /** The resources that are attached to its rows. */
  readonly hanging: () => readonly Resource[];
  /** The definition's own actions by name. */
  readonly actions: ReadonlyMap<string, ActionModel>;
}

/** A compiled own action. */
export interface ActionModel {
  readonly definition: OwnAction;
  readonly label: Text;
  readonly description: Text;
  readonly permission: Permission;
  /** Fields of its body. */
  readonly input: ReadonlyMap<string, FieldModel>;
  /** Fields of its answer; null if the answer is a row. */
  readonly answer: ReadonlyMap<string, FieldModel> | null;
}

/** The fields of a row because of which an own action is not possible now. */
export function unmetBy({ definition }: ActionModel, row: Readonly<Record<string, unknown>>): string[] {
  return Object.entries(definition.when ?? {}).flatMap(([field, wanted]) =>
    wanted?.some((value) => value === row[field]) ? [] : [field],
  );
}

/** The guard that belongs to a permission, if that is one to change rows. */
export function guardOf({ definition }: Resource, permission: Permission): Guard | undefined {
  if (permission === 'update') return definition.guards?.update;
  return permission === 'delete' ? definition.guards?.delete : undefined;
}

/** A search in a field of the row that `reference` points at. */
export interface SearchThrough {
  readonly reference: string;
  readonly table: string;
  readonly column: string;
  /** Whether the referenced resource has that field in its own search index. */
  readonly indexed: boolean;
}

/** All resources by path. */
export type Registry = ReadonlyMap<string, Resource>;

const fieldThat =
  <F extends Facts>(is: (facts: Facts) => facts is F) =>
  (field: FieldModel): field is FieldModel<F> =>
    is(field.facts);

/** Whether a field has a column of its own. */
export const hasColumn = fieldThat(isStored);
/** Whether the values of a field are in other tables, and are read once per page. */
export const isList = fieldThat(isBeside);
/** Whether a field is computed for the rows of a page at once, from their values. */
export const isFoundByPage = fieldThat(isOfPage);
export const refersToOne = fieldThat(isReference);
/** Whether a field refers to rows, to one or to many. */
export const refers = fieldThat(isReferring);

/** The fields in columns of the row that are read in the form in which they are written; without write-only ones. */
export const storedFields = follows(({ fields }: Pick<Resource, 'fields'>) =>
  [...fields.values()].filter(hasColumn).filter(({ facts }) => !facts.writeOnly),
);

/** The declared fields that code may set: all stored ones except write-only ones, which hooks transform. */
export const codeFields = follows(({ definition, fields }: Pick<Resource, 'definition' | 'fields'>) =>
  [...fields.values()].filter(
    (field) => hasOwnField(definition, field.name) && !field.facts.writeOnly && isWritten(field.facts),
  ),
);

/** Whether its rows have searched texts of their own, not only those of referenced rows. */
export function hasSearchedTexts({ search }: Pick<Resource, 'search'>): boolean {
  return search !== null && search.own.length > 0;
}

/** The resource at a path, from a checked definition. */
export function resourceAt(registry: Registry, path: string): Resource {
  const resource = registry.get(path);
  if (!resource) throw new Error(`No resource has the path ${path}.`);
  return resource;
}

/** A field by name, from a checked definition. */
export function fieldOf(resource: Resource, name: string): FieldModel {
  const field = resource.fields.get(name);
  if (!field) throw new Error(`${resource.file} has no field ${name}.`);
  return field;
}

/** The key with the states that a single row can change to now, e.g. `status_transitions`. */
export function transitionsKey({ states }: AnyDefinition): string | null {
  return states ? `${states.field}_transitions` : null;
}

/** `zone_id` → `zone`, `operator_ids` → `operators`; null for fields that are no references. */
export function embedName(field: FieldModel): string | null {
  return isReferring(field.facts) ? referredName(field.name) : null;
}

/** The keys of a nested value's entries that only answers have: the rows beside their ids. */
export function embeddedKeys({ parts }: FieldModel): string[] {
  return [...parts.values()].flatMap(({ name, facts }) => (referredPath(facts) ? [referredName(name)] : []));
}

/** Whether a reference of rows that are deleted and kept becomes null when the referenced row is deleted for good. */
export function isReleased(registry: Registry, { softDelete }: Resource, { facts }: FieldModel): boolean {
  return softDelete && isReference(facts) && !resourceAt(registry, facts.to).softDelete;
}

/** The states reachable from a state. */
export function transitionsFrom(resource: Resource, state: unknown): readonly string[] {
  return valueUnder(resource.definition.states?.transitions, String(state)) ?? [];
}
