/** A definition made ready at start: everything a request needs to look up, looked up once. */

import type { AnyDefinition, AtMostOne } from '../definition/definition.ts';
import type { Guard } from '../definition/hooks.ts';
import { hasOwnField } from '../definition/hung.ts';
import type { OwnAction } from '../definition/own/action.ts';
import type { Report } from '../definition/own/report.ts';
import type { Fields } from '../definition/types.ts';
import type { UniqueRule } from '../index-name.ts';
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
import type { Text } from '../message.ts';
import { referredName } from '../plural.ts';
import type { Expression, Governed, Permission, Scope } from '../policy.ts';
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
  /** The parts of a nested value, or of each entry of a list. */
  readonly parts: ReadonlyMap<string, FieldModel>;
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
  /** Whether they go along with what they refer to: people's own rows hold nothing in place. */
  readonly goes: boolean;
}

export interface Resource extends Governed {
  readonly file: string;
  readonly definition: AnyDefinition;
  readonly path: string;
  readonly table: string;
  readonly title: { readonly one: Text; readonly many: Text };
  readonly scope: Scope;
  /** Of rows that are somebody's own: the table of who belongs to which site, and its column for people. */
  readonly members: { readonly table: string; readonly key: string } | null;
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
  /** Those of a row in a list, without what only a row by itself has. */
  readonly listedKeys: readonly string[];
  /** Keys of an answer about one row: the same, and the transitions open now. */
  readonly singleKeys: readonly string[];
  readonly filters: ReadonlyMap<string, FilterType>;
  /** Sort field → column: those of the definition, which have indexes. */
  readonly sorts: ReadonlyMap<string, string>;
  /** Those of the definition that are computed for all rows that a list finds: no index has them. */
  readonly computedSorts: ReadonlyMap<string, Expression>;
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
  /** What is unlinked from a row that is deleted for good, by its own rule or because it is deleted and kept, or goes along with it. */
  readonly released: readonly DeleteBlock[];
  /** The resources on whose rows its own hang; none of most. */
  readonly hangOn: () => readonly Resource[];
  /** What hangs on its rows. */
  readonly hanging: () => readonly Resource[];
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
  /** Its parameters, those included that the engine reads for it. */
  readonly input: ReadonlyMap<string, FieldModel>;
  /** What its `run` answers of each row. */
  readonly answer: ReadonlyMap<string, FieldModel>;
  /** What a client is answered: of a report that groups the value and the label of each group as well. */
  readonly told: ReadonlyMap<string, FieldModel>;
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

const fieldThat =
  <F extends Facts>(is: (facts: Facts) => facts is F) =>
  (field: FieldModel): field is FieldModel<F> =>
    is(field.facts);

/** Whether a field has a column of its own. */
export const hasColumn = fieldThat(isStored);
/** Whether the values of a field live in other tables, and are read once per page. */
export const isList = fieldThat(isBeside);
/** Whether a field is found for the rows of a page at once, from what they hold. */
export const isFoundByPage = fieldThat(isOfPage);
export const refersToOne = fieldThat(isReference);
/** Whether a field refers to rows, to one or to many. */
export const refers = fieldThat(isReferring);

/** The fields whose values stand in columns of the row, and are read as they are written: not those that are never answered. */
export const storedFields = follows(({ fields }: Pick<Resource, 'fields'>) =>
  [...fields.values()].filter(hasColumn).filter(({ facts }) => !facts.writeOnly),
);

/** The declared fields whose values code may set: stored as they stand, which what is never answered is not. */
export const codeFields = follows(({ definition, fields }: Pick<Resource, 'definition' | 'fields'>) =>
  [...fields.values()].filter(
    (field) => hasOwnField(definition, field.name) && !field.facts.writeOnly && isWritten(field.facts),
  ),
);

/** Whether its rows have texts of their own that are searched, rather than those of rows that they refer to alone. */
export function hasSearchedTexts({ search }: Pick<Resource, 'search'>): boolean {
  return search !== null && search.own.length > 0;
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
  return isReferring(field.facts) ? referredName(field.name) : null;
}

/** The keys that entries of a nested value have in answers alone: the rows beside their ids. */
export function embeddedKeys({ parts }: FieldModel): string[] {
  return [...parts.values()].flatMap(({ name, facts }) => (referredPath(facts) ? [referredName(name)] : []));
}

/** Whether a reference is null in rows that are deleted and kept, once what it refers to is deleted for good. */
export function isReleased(registry: Registry, { softDelete }: Resource, { facts }: FieldModel): boolean {
  return softDelete && isReference(facts) && !resourceAt(registry, facts.to).softDelete;
}

/** States reachable from a state. */
export function transitionsFrom(resource: Resource, state: unknown): readonly string[] {
  return resource.definition.states?.transitions[String(state)] ?? [];
}
