/** The shape of a definition file. */
import type { Condition } from '../condition.ts';
import { aliasParts, isTemplate } from '../kinds/structures/alias.ts';
import type { Literal } from '../kinds/where.ts';
import type { Hangable } from '../kinds/wording.ts';
import type { English, Message } from '../message.ts';
import { plural } from '../plural.ts';
import type { Actor, Scope } from '../policy.ts';
import type { Cascades, Guard, Hooks } from './hooks.ts';
import type { HungOn } from './hung.ts';
import type { OwnAction } from './own/action.ts';
import type { DefinitionOperation, OwnPermission } from './own/permission.ts';
import type { Declarations, Rules } from './rule.ts';
import type { Fields, SortKey, SumKey, TypesOf } from './types.ts';
import type { View } from './view.ts';

/** The rows that a unique set covers: field → one of several values, null, or anything but null. All must hold. */
export type UniqueWhere = {
  readonly [field: string]: Literal | readonly Literal[] | { readonly not: null };
};

/** Columns in which no two rows are equal. */
export interface UniqueSet {
  readonly fields: readonly string[];
  /** Message for a second, equal row. */
  readonly taken?: English | Message;
  /** The field that carries the error. Default: the last field of the set. */
  readonly blames?: string;
  /** The rows that the set covers. Default: all rows. `{ fields: ['tool_id'], where: { state: 'open' } }` */
  readonly where?: UniqueWhere;
}

/** A mark that at most one row has. If rows belong to sites: at most one row per site. */
export interface AtMostOne<F extends Fields> {
  /** The mark: `Bool({ default: false })`. */
  readonly field: keyof F & string;
  /** Column that is 1 on the marked row and null elsewhere. Its unique index refuses a second mark, even in a race. */
  readonly slot: string;
  /** Message (409) for a second marked row. `{name}` is the row that has the mark. */
  readonly taken: Message;
  /** The same message, for users who may not see that row. */
  readonly takenUnseen: Message;
  /** Message (409) for removing the mark. Left out: the mark can be removed. */
  readonly kept?: Message;
  /** Message (409) for deleting the marked row. Left out: that row can be deleted. */
  readonly undeletable?: Message;
}

/** Refuses a delete while rows of `table` refer to the row. `table` belongs to no resource; `what` names its rows. */
export interface DeleteRule {
  readonly table: string;
  readonly column: string;
  readonly what: English;
  /** Singular of `what`. Default: `what`. */
  readonly one?: English;
}

/**
 * A filter over other tables: `material_id.zone_id` (a field of the referenced row), `operator_ids` (one of many),
 * `items.material_ids` (the same, from the other side), or a path over tables that belong to no resource.
 */
export type FilterPath =
  | string
  | {
      /** Path of the resource whose ids the filter takes. */
      readonly to: string;
      readonly links: readonly [Link, ...Link[]];
      /** The rows of the first table that the viewer may see. */
      seen(viewer: Actor): Condition;
    };

/**
 * One step of the path. It starts with the row's id. It finds rows of `table` whose `foreign` has the value reached so far, and
 * continues with the values of their `column`.
 */
export interface Link {
  readonly table: string;
  readonly foreign: string;
  readonly column: string;
}

/** Former names of a resource. A name that did not change is left out. */
export interface FormerNames {
  readonly name?: string;
  readonly path?: string;
  readonly table?: string;
}

/** A part of a composed name: a field, or the name under which a reference is embedded. */
type DisplayPart<F extends Fields> = {
  [K in keyof F & string]: K extends `${infer Referred}_id` ? Referred : K;
}[keyof F & string];

/** The keys that features add to a definition: each declares its own by `declare module`. */
// biome-ignore lint/suspicious/noEmptyInterface: features fill it.
// biome-ignore lint/correctness/noUnusedVariables: features use it.
export interface FeatureKeys<F extends Fields> {}

interface Definition<
  F extends Fields,
  Filter extends keyof F & string = keyof F & string,
  Sort extends SortKey<F> = SortKey<F>,
  Inputs extends Readonly<Record<string, unknown>> = Readonly<Record<string, Fields>>,
  Ruled extends readonly string[] = readonly (keyof F & string)[],
  Through extends string = string,
> extends Declarations<F>,
    Hangable,
    FeatureKeys<F> {
  /** Singular, hyphenated. It is the permission prefix. */
  readonly name: string;
  /** Last part of the URL. */
  readonly path: string;
  readonly table: string;
  /**
   * The former name, path or table. The next migration renames rows, permissions and history. If only a name is given, the former
   * path and table follow from it.
   */
  readonly renamedFrom?: string | FormerNames;
  /** Singular and plural for people. Default: from `name` and `path`. */
  readonly title?: { readonly one: English; readonly many: English };
  readonly scope: Scope;
  readonly operations: readonly DefinitionOperation[];
  /** Set if its rows are attached to rows of other resources. */
  readonly hung?: HungOn;
  /**
   * Permissions for own actions, in addition to those of the operations. They are granted, listed and guarded in the same way.
   * `update` is allowed here if it is no operation of the resource.
   */
  readonly permissions?: readonly string[];
  /** Operations and own permissions that only the headquarters has. */
  readonly headquartersOnly?: readonly (DefinitionOperation | OwnPermission)[];
  readonly fields: F;
  /**
   * The field that a reference shows beside `id`. Default: `name`. If the resource has no field `name`, answers contain this
   * field, as text, under that name. It can also be a text with own fields and names of references in braces: `{maintenance_plan}
   * · {material}`. Answers contain the result as `name`.
   */
  readonly display?: (keyof F & string) | `${string}{${DisplayPart<F>}}${string}`;
  /**
   * The entries of `search` that make up `display`, if `display` itself is not an entry. Users who may not list the rows find
   * them by these entries in lists of options.
   */
  readonly displayFrom?: readonly string[];
  readonly filters?: readonly Filter[];
  readonly filtersThrough?: Readonly<Record<Through, FilterPath>>;
  /** Text fields that `search` looks in; `material_id.name` for a field of a referenced row. */
  readonly search?: readonly string[];
  /** Entries of `search` that are printed on a thing or its label. `GET /scan` finds a row by an exact match of one of them. */
  readonly scan?: readonly (keyof F & string)[];
  readonly sort: readonly Sort[];
  /** A sort field, with `-` for descending. */
  readonly defaultSort: string;
  /** Numbers that `counts?sum=` can sum: own columns, or counts and sums of other rows. */
  readonly sums?: readonly SumKey<F>[];
  /**
   * Sets of columns in which no two rows are equal. The last field of a set carries the error, unless the set names another one.
   */
  readonly unique?: readonly (readonly string[] | UniqueSet)[];
  readonly atMostOne?: readonly AtMostOne<F>[];
  /** State field, the states in which a row may be created (default: any), and the transitions from each state. */
  readonly states?: {
    readonly field: keyof F & string;
    readonly initial?: readonly string[];
    readonly transitions: Readonly<Record<string, readonly string[]>>;
  };
  /** If a create sends the field `when`, it may send only these fields, and none is required. */
  readonly alternative?: { readonly when: keyof F & string; readonly fields: readonly (keyof F & string)[] };
  /** Tables outside all definitions whose rows prevent a delete. References of definitions declare this by `onDelete`. */
  readonly restrictDelete?: readonly DeleteRule[];
  /** Advice to the user, added to the message of a refused delete. */
  readonly deleteAdvice?: English;
  /**
   * A delete keeps the row but hides it from every list. Its unique values become free again. Its references, also required ones,
   * are set to null, so that the referenced rows can be deleted.
   */
  readonly softDelete?: true;
  /** Rules across several fields; see `Rule`. */
  readonly rules?: Rules<F, Ruled>;
  /**
   * Rows for which an operation is refused, independent of the body. For refusals that permissions, sites and `restrictDelete`
   * cannot express.
   */
  readonly guards?: { readonly update?: Guard; readonly delete?: Guard };
  readonly hooks?: Hooks<F>;
  /** The rows of other resources that the hooks create and delete; see `Cascades`. */
  readonly cascades?: Cascades;
  /** Actions beside the five operations, by the last part of their path. */
  readonly actions?: { readonly [A in keyof Inputs]: OwnAction<F, Inputs[A]> };
  /** How clients lay the resource out. Only what differs from the default, which follows from the other keys. */
  readonly view?: View<F, NoInfer<Filter>, NoInfer<Sort>, NoInfer<Through>>;
}

/** A definition without its field types: the form that the engine holds. */
export type AnyDefinition = Definition<Fields>;

/** A definition that keeps its types for the compiler only; see `definition-types.ts`. */
interface Defined<F extends Fields, Filter extends string, Sort extends string> extends AnyDefinition {
  readonly '~types'?: TypesOf<F, Filter, Sort>;
}

/** Declares a resource. The default export of every file in `resources/`. */
export function defineResource<
  const F extends Fields,
  const Filter extends keyof F & string = never,
  const Sort extends SortKey<F> = never,
  const Inputs extends Readonly<Record<string, unknown>> = Readonly<Record<string, Fields>>,
  const Ruled extends readonly string[] = [],
  const Through extends string = never,
>(definition: Definition<F, Filter, Sort, Inputs, Ruled, Through>): Defined<F, Filter, Sort> {
  // Hooks are typed by the fields of this definition. The engine passes them only rows of this resource.
  return definition as unknown as Defined<F, Filter, Sort>;
}

/** The field that represents a row. If the name is composed, this is `name`. */
export function displayField({ display = 'name' }: Pick<AnyDefinition, 'display'>): string {
  return isTemplate(display) ? 'name' : display;
}

/** The entries of `search` that make up the displayed name, if they differ from `display`. */
export function displaySources({
  display = 'name',
  displayFrom,
  search = [],
}: AnyDefinition): readonly string[] {
  if (displayFrom !== undefined || !isTemplate(display)) return displayFrom ?? [];
  const fields = aliasParts(display).flatMap((part) => ('field' in part ? [part.field] : []));
  return search.filter((entry) => fields.some((name) => entry === name || entry.startsWith(`${name}_id.`)));
}

/** All former names of a resource; null if it has none. */
export function formerNames({ name, path, table, renamedFrom }: AnyDefinition): Required<FormerNames> | null {
  if (renamedFrom === undefined) return null;
  if (typeof renamedFrom !== 'string') return { name, path, table, ...renamedFrom };
  const former = plural(renamedFrom);
  return { name: renamedFrom, path: former, table: former.replaceAll('-', '_') };
}

/** The long form of a unique set. */
export function uniqueSet(set: readonly string[] | UniqueSet): UniqueSet {
  return 'fields' in set ? set : { fields: set };
}
