/**
 * The types that follow from a definition, for its hooks and other code: `RowOf<typeof tools>` of `import type tools from
 * './tools.ts'`.
 */

import type { Field } from '../kinds/field.ts';
import type { Static } from '../typebox.ts';

export type Fields = Readonly<Record<string, Field>>;

/** The fields that lists can be sorted by. */
export type SortKey<F extends Fields> = (keyof F & string) | 'created_at';

/** The fields that can be summed: numbers in answers, except ids. */
export type SumKey<F extends Fields> = string extends keyof F
  ? string
  : {
      [K in keyof F & string]: K extends `${string}_id` | KeysWith<F, 'writeOnly' | 'internal'>
        ? never
        : [NonNullable<Static<F[K]>>] extends [number]
          ? K
          : never;
    }[keyof F & string];

type TagsOf<F> = F extends Field<infer _Value, infer Tags> ? Tags : never;
type KeysWith<F extends Fields, T extends string> = {
  [K in keyof F]: T extends TagsOf<F[K]> ? K : never;
}[keyof F];

/** The fields of every row beside the declared ones. */
export interface SystemRow {
  readonly id: number;
  readonly site_id: number;
  readonly created_by_id: number | null;
  readonly created_at: string;
  readonly updated_at: string;
}

/** A row as hooks see it: every declared field, with the value that an answer shows. */
export type Row<F extends Fields> = SystemRow & { -readonly [K in keyof F]: Static<F[K]> };

/** A row before it is written: fields that a hook fills may be missing. */
export type Draft<F extends Fields> = Omit<SystemRow, 'id'> & { readonly id: number | null } & {
  -readonly [K in keyof F]: K extends KeysWith<F, 'optional'> ? Static<F[K]> | undefined : Static<F[K]>;
};

/** A row as a client receives it, without fields that no answer contains. */
export type Answer<F extends Fields> = Readonly<Omit<Row<F>, KeysWith<F, 'writeOnly' | 'internal'>>> &
  ('name' extends keyof F ? unknown : { readonly name: string });

type SettableKey<F extends Fields> = Exclude<keyof F, KeysWith<F, 'readOnly' | 'internal'>>;
type LeavableKey<F extends Fields> = Extract<
  SettableKey<F>,
  KeysWith<F, 'default' | 'nullable' | 'optional'>
>;

/** The body of a create. */
export type CreateBody<F extends Fields> = {
  [K in Exclude<SettableKey<F>, LeavableKey<F>>]: Static<F[K]>;
} & { [K in Exclude<LeavableKey<F>, KeysWith<F, 'updateOnly'>>]?: Static<F[K]> };

/** The body of an update. */
export type UpdateBody<F extends Fields> = { [K in SettableKey<F>]?: Static<F[K]> };

/** Fields that no body may contain and an own action may set. The engine knows which of them are computed. */
type KeptBody<F extends Fields> = { [K in KeysWith<F, 'readOnly'>]?: Static<F[K]> };

/** The values with which an own action creates a row. */
export type ActionCreate<F extends Fields> = Readonly<CreateBody<F> & KeptBody<F>>;

/** The values that an own action changes. */
export type ActionUpdate<F extends Fields> = Readonly<UpdateBody<F> & KeptBody<F>>;

/** The input of an own action or report, with defaults. Without `input`: no keys. */
export type ActionInput<I> = I extends Fields
  ? string extends keyof I
    ? Readonly<Record<string, unknown>>
    : Readonly<CreateBody<I> & { [K in KeysWith<I, 'default'>]: Static<I[K]> }>
  : Readonly<Record<string, never>>;

/** Field of the row → the values for which an own action is possible. */
export type ActionWhen<F extends Fields> = {
  readonly [K in keyof F]?: readonly (Static<F[K]> & (string | boolean))[];
};

/** The types that a definition passes to the compiler. */
export interface TypesOf<F extends Fields, Filter extends string, Sort extends string> {
  readonly fields: F;
  readonly filter: Filter;
  readonly sort: Sort;
}

// The compiler infers each part separately, so that the definition itself does not matter.
type Types<D> = D extends { readonly '~types'?: TypesOf<infer F, infer Filter, infer Sort> }
  ? TypesOf<F, Filter, Sort>
  : never;

/**
 * The definitions by path: `rows('tools')` has the type of its definition. Each definition file adds its own by `declare module`.
 * For a file that does not, the caller states the type.
 */
// biome-ignore lint/suspicious/noEmptyInterface: filled by declaration merging
export interface Resources {}

/** A row as hooks see it. */
export type RowOf<D> = Row<Types<D>['fields']>;
/** A row as a client receives it. */
export type AnswerOf<D> = Answer<Types<D>['fields']>;
/** The body of a create. */
export type CreateBodyOf<D> = CreateBody<Types<D>['fields']>;
/** The body of an update. */
export type UpdateBodyOf<D> = UpdateBody<Types<D>['fields']>;
/** The parameters of a list. */
export type QueryOf<D> = ListQuery<Types<D>['fields'], Types<D>['filter'], Types<D>['sort']>;

type Filtered<F extends Fields, Filter extends PropertyKey> = Pick<
  SystemRow,
  Exclude<keyof SystemRow, keyof F>
> & {
  [K in Filter & keyof F]: Static<F[K]>;
};

/** One of several words; `null` finds rows without a value. */
type Wanted<V> =
  | (NonNullable<V> extends readonly (infer One)[] ? One : NonNullable<V>)
  | (null extends V ? 'null' : never);

/** Numbers, days and moments, without enumerations. */
type RangedKey<R> = {
  [K in keyof R & string]: string extends NonNullable<R[K]>
    ? K
    : number extends NonNullable<R[K]>
      ? K
      : never;
}[keyof R & string];

type RangeFilters<R> = {
  [K in `${RangedKey<R>}[${'gt' | 'gte' | 'lt' | 'lte'}]`]?: K extends `${infer Name}[${string}`
    ? Name extends keyof R
      ? NonNullable<R[Name]>
      : never
    : never;
};

/** The filters of a list by name, with the values that they take. */
export type FilterQuery<F extends Fields, Filter extends string> = {
  readonly [K in keyof Filtered<F, Filter>]?:
    | Wanted<Filtered<F, Filter>[K]>
    | readonly Wanted<Filtered<F, Filter>[K]>[];
} & Readonly<RangeFilters<Filtered<F, Filter>>>;

type ListQuery<F extends Fields, Filter extends string, Sort extends string> = FilterQuery<F, Filter> & {
  readonly page?: number;
  readonly per_page?: number;
  readonly format?: 'csv' | 'json';
  readonly search?: string;
  readonly sort?: Sort | `-${Sort}` | readonly (Sort | `-${Sort}`)[];
};
