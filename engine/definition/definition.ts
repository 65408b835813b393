/** The shape of a definition file. */
import type { Condition } from '../condition.ts';
import { aliasParts, isTemplate } from '../kinds/structures/alias.ts';
import type { Literal } from '../kinds/where.ts';
import type { Hangable } from '../kinds/wording.ts';
import type { English, Message } from '../message.ts';
import { plural } from '../plural.ts';
import type { Actor, Scope } from '../policy.ts';
import type { Feed } from './feed.ts';
import type { Cascades, Guard, Hooks } from './hooks.ts';
import type { HungOn } from './hung.ts';
import type { Notice } from './notice.ts';
import type { OwnAction } from './own/action.ts';
import type { DefinitionOperation, OwnPermission } from './own/permission.ts';
import type { Report } from './own/report.ts';
import type { Task } from './own/task.ts';
import type { Declarations, Rules } from './rule.ts';
import type { Fields, SortKey, SumKey, TypesOf } from './types.ts';
import type { View } from './view.ts';

/** Which rows a unique set speaks of: field → one value of several, null, or anything but null. All must hold. */
export type UniqueWhere = {
  readonly [field: string]: Literal | readonly Literal[] | { readonly not: null };
};

/** Columns that hold no two equal rows. */
export interface UniqueSet {
  readonly fields: readonly string[];
  /** What to say of a row that would be the second. */
  readonly taken?: English | Message;
  /** The field that bears the error; the last of them where nothing is said. */
  readonly blames?: string;
  /** The rows of which no two are equal; all where nothing is said: `{ fields: ['tool_id'], where: { state: 'open' } }`. */
  readonly where?: UniqueWhere;
}

/** A mark that one row at the most has; of a resource whose rows belong to sites, one row of each. */
export interface AtMostOne<F extends Fields> {
  /** The mark, `Bool({ default: false })`. */
  readonly field: keyof F & string;
  /** Column that is 1 on the row with the mark and null elsewhere: its unique index refuses a second one, even in a race. */
  readonly slot: string;
  /** Said (409) of a second row with the mark; `{name}` is the one that has it. */
  readonly taken: Message;
  /** The same, to those who may not know of that row. */
  readonly takenUnseen: Message;
  /** Said (409) of taking the mark away; left out, it can be. */
  readonly kept?: Message;
  /** Said (409) of deleting the row that has it; left out, it can be. */
  readonly undeletable?: Message;
}

/** A delete is refused while rows of `table` point here, which is none of a resource; `what` names them. */
export interface DeleteRule {
  readonly table: string;
  readonly column: string;
  readonly what: English;
  /** What to call a single one; `what` where nothing is said. */
  readonly one?: English;
}

/**
 * A filter over other tables: `material_id.zone_id` (a field of the row referred to), `operator_ids` (one of
 * many), `items.material_ids` (the same, seen from the other side), or a way over tables that are no resource.
 */
export type FilterPath =
  | string
  | {
      /** Path of the resource whose ids it takes. */
      readonly to: string;
      readonly links: readonly [Link, ...Link[]];
      /** Which rows of the first table somebody may know of. */
      seen(viewer: Actor): Condition;
    };

/** A step: rows of `table` whose `foreign` is what has been reached so far (first the row's id) lead on to their `column`. */
export interface Link {
  readonly table: string;
  readonly foreign: string;
  readonly column: string;
}

/** What a resource was called before, as far as that is another name. */
export interface FormerNames {
  readonly name?: string;
  readonly path?: string;
  readonly table?: string;
}

/** What a name can be put together from: a field, or what a reference is embedded as. */
type DisplayPart<F extends Fields> = {
  [K in keyof F & string]: K extends `${infer Referred}_id` ? Referred : K;
}[keyof F & string];

interface Definition<
  F extends Fields,
  Filter extends keyof F & string = keyof F & string,
  Sort extends SortKey<F> = SortKey<F>,
  Inputs extends Readonly<Record<string, unknown>> = Readonly<Record<string, Fields>>,
  Ruled extends readonly string[] = readonly (keyof F & string)[],
  Through extends string = string,
> extends Declarations<F>,
    Hangable {
  /** Singular, hyphenated: the permission prefix. */
  readonly name: string;
  /** Last part of the URL. */
  readonly path: string;
  readonly table: string;
  /**
   * What it was called before, where its name, path or table was another one: the next migration has its rows, permissions and history
   * follow. Of a name alone, path and table are those that follow from it.
   */
  readonly renamedFrom?: string | FormerNames;
  /** What people call one and several of them; from `name` and `path` where nothing is said. */
  readonly title?: { readonly one: English; readonly many: English };
  readonly scope: Scope;
  readonly operations: readonly DefinitionOperation[];
  /** Set where its rows hang on rows of other resources. */
  readonly hung?: HungOn;
  /**
   * Permissions beside those of the operations, for own actions: granted, listed and guarded like them. `update` can be one
   * where it is no operation.
   */
  readonly permissions?: readonly string[];
  /** Operations and own permissions that are reserved to the headquarters. */
  readonly headquartersOnly?: readonly (DefinitionOperation | OwnPermission)[];
  readonly fields: F;
  /**
   * What a reference to a row of this resource shows of it beside `id`; `name` where nothing is said. Where there is no
   * field `name`, rows answer this one, as text, under that name. Or a text with fields of its own and names of what it refers to in
   * braces, which rows answer as their name: `{maintenance_plan} · {material}`.
   */
  readonly display?: (keyof F & string) | `${string}{${DisplayPart<F>}}${string}`;
  /**
   * The entries of `search` that `display` is made of, where it is none of them itself: what rows are found by in lists of
   * options for somebody who may not list them.
   */
  readonly displayFrom?: readonly string[];
  readonly filters?: readonly Filter[];
  readonly filtersThrough?: Readonly<Record<Through, FilterPath>>;
  /** Text fields in which `search` looks, `material_id.name` for those of a row referred to. */
  readonly search?: readonly string[];
  /** Entries of `search` that stand on a thing, or on a label of it: `GET /scan` finds a row by exactly one of them. */
  readonly scan?: readonly (keyof F & string)[];
  readonly sort: readonly Sort[];
  /** A sort field, with `-` for descending. */
  readonly defaultSort: string;
  /** Numbers of which `counts?sum=` tells the sum: columns of their own, or counts and sums of other rows. */
  readonly sums?: readonly SumKey<F>[];
  /** Sets of columns that hold no two equal rows; an error stands on the last field of its set, unless it says which. */
  readonly unique?: readonly (readonly string[] | UniqueSet)[];
  readonly atMostOne?: readonly AtMostOne<F>[];
  /** State field, the states that a row may be created in (any where nothing is said), and those that each state leads to. */
  readonly states?: {
    readonly field: keyof F & string;
    readonly initial?: readonly string[];
    readonly transitions: Readonly<Record<string, readonly string[]>>;
  };
  /** When the named field is sent at creation, only these fields may be, and none is required. */
  readonly alternative?: { readonly when: keyof F & string; readonly fields: readonly (keyof F & string)[] };
  /** Tables of which no definition knows, and whose rows hold a row in place; references of definitions say it themselves, by `onDelete`. */
  readonly restrictDelete?: readonly DeleteRule[];
  /** What to do instead, added to the message of a refused delete. */
  readonly deleteAdvice?: English;
  /**
   * Keeps the row of a delete, out of every list; unique values become free again, and what it refers to can be deleted: the
   * columns of its references hold null then, also of those that are required.
   */
  readonly softDelete?: true;
  /** What holds between fields; see `Rule`. */
  readonly rules?: Rules<F, Ruled>;
  /** With which rows an operation may not be done, whatever is sent: what permissions, sites and `restrictDelete` do not tell. */
  readonly guards?: { readonly update?: Guard; readonly delete?: Guard };
  readonly hooks?: Hooks<F>;
  /** What the hooks create and delete of other resources; see `Cascades`. */
  readonly cascades?: Cascades;
  /** Actions beside the five operations, by the last part of their path. */
  readonly actions?: { readonly [A in keyof Inputs]: OwnAction<F, Inputs[A]> };
  /** What is computed beside lists and views, by the last part of its path. */
  readonly reports?: Readonly<Record<string, Report>>;
  /** Work that comes due by itself. */
  readonly tasks?: Readonly<Record<string, Task>>;
  /** Facts of rows that people are told, by the last part of their name: `low_stock` of `item` is `item.low_stock`. */
  readonly notices?: Readonly<Record<string, Notice<F>>>;
  /** How its rows stand in calendars that people subscribe to; in none where nothing is said. */
  readonly feed?: Feed<F>;
  /** How clients lay it out, as far as that does not follow from the rest. */
  readonly view?: View<F, NoInfer<Filter>, NoInfer<Sort>, NoInfer<Through>>;
}

/** A definition whose field types no longer matter: what the engine holds. */
export type AnyDefinition = Definition<Fields>;

/** A definition that remembers its types for the compiler alone; see `definition-types.ts`. */
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
  // Hooks are typed by this definition's own fields, and are only ever given its own rows.
  return definition as unknown as Defined<F, Filter, Sort>;
}

/** The field that stands for a row: where its name is put together, that is `name`. */
export function displayField({ display = 'name' }: Pick<AnyDefinition, 'display'>): string {
  return isTemplate(display) ? 'name' : display;
}

/** The entries of `search` that what stands for a row is made of, where they are others than `display` itself. */
export function displaySources({
  display = 'name',
  displayFrom,
  search = [],
}: AnyDefinition): readonly string[] {
  if (displayFrom !== undefined || !isTemplate(display)) return displayFrom ?? [];
  const fields = aliasParts(display).flatMap((part) => ('field' in part ? [part.field] : []));
  return search.filter((entry) => fields.some((name) => entry === name || entry.startsWith(`${name}_id.`)));
}

/** All names that a resource had before; null where it has always been called the same. */
export function formerNames({ name, path, table, renamedFrom }: AnyDefinition): Required<FormerNames> | null {
  if (renamedFrom === undefined) return null;
  if (typeof renamedFrom !== 'string') return { name, path, table, ...renamedFrom };
  const former = plural(renamedFrom);
  return { name: renamedFrom, path: former, table: former.replaceAll('-', '_') };
}

/** A unique set of a definition in its long form. */
export function uniqueSet(set: readonly string[] | UniqueSet): UniqueSet {
  return 'fields' in set ? set : { fields: set };
}
