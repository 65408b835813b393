/** How one plain value behaves, whatever field holds it: of a column, a reference, a sum. One object a kind, which everything else asks. */
import type { Message } from '../../message.ts';
import type { Stored } from '../../values.ts';
import type { Shape } from '../shape.ts';

export type ValueSchema = Readonly<Record<string, unknown>>;

/** KnownWords that an enumeration can be. */
type KnownWords = readonly string[];

/** @template Type what clients know it by */
export interface Scalar<Type extends string = string> {
  readonly type: Type;
  /** What its column holds for a value of an answer or a body, which is not null. */
  store(value: unknown): Stored;
  /** The value in an answer for what a column holds, which is not null. */
  show(stored: unknown): unknown;
  /** Decimals of a number; undefined of what is no number. */
  readonly scale?: number;
  /** Where values stand one above the other: whether of two one is more, or later. */
  readonly ordered?: 'amount' | 'time';
  /** What rows can be counted by: its values where they are few or can be named, the periods that they lie in. */
  readonly counted?: 'values' | 'periods';
  /** What lists are sorted by: its column, a folded copy, the place among its words. Undefined where they cannot be. */
  readonly sorted?: 'column' | 'key' | 'rank';
  /** Whether it is an amount of the currency of the service. */
  readonly currency?: true;
  /** Whether it is shown in per cent. */
  readonly ratio?: true;
  /** Whether it is a moment, which lies on another day in another time zone. */
  readonly zoned?: true;
  /** Whether it can stand for a row. */
  readonly names?: true;
  /** Whether its column is compared as text, so that the place of a row can be kept. */
  readonly place?: true;
  /** Whether its column is read as text: drivers make other objects of it, or numbers. */
  readonly asText?: true;
  /** What `now` of a condition is, for the present moment as it is stored. */
  present?(storedNow: string): Stored;
  /** Everything that a column of it can hold, where that is known. */
  possible?(values: KnownWords | undefined): readonly Stored[] | undefined;
  /** What makes of a text that a body may have the one that an answer has. */
  canonical?(text: string): unknown;
  /** How an address asks for it. */
  readonly query: AddressValue;
  readonly column: ColumnKind;
  /** The format of its schema that the service holds bodies to. */
  readonly format?: ValueFormat;
  /** Why a value, not null, cannot be the default in a definition; null if it can. */
  misfit(value: unknown, schema: ValueSchema, values: KnownWords | undefined): string | null;
  /** What a default that follows from the request is at an instant, by the clocks of a time zone. */
  atRequest?(usual: unknown, now: string, timezone: string): unknown;
  /** A value for documentation, where its schema does not lead to a good one. */
  example?(name: string): string;
  /** Whether it fits into a cell of a list. */
  isBrief(schema: ValueSchema): boolean;
  readonly specimen: Specimen;
  /** What its constructors are called with, by their names: arguments by their own among the options. */
  readonly makers: Readonly<Record<string, Readonly<Record<string, Shape>>>>;
}

interface AddressValue {
  /** Part of the names of schemas: `NullableDateTimeRangeFilter`. */
  readonly title: string;
  readonly schema: ValueSchema;
  /** What a value must be, to fill `{type}` of a message. */
  readonly says: Message;
  /** The stored value of a text; undefined if it has none. */
  parse(text: string, values: KnownWords | undefined): Stored | undefined;
  /** What finds something where there is anything; undefined where a word of the documentation does. */
  example?(name: string): unknown;
}

/** What a column is made for. */
export interface ColumnOf {
  readonly name: string;
  readonly schema: ValueSchema;
  readonly values: KnownWords | undefined;
  /** Whether a folded copy stands beside it, and whether the place of its word does. */
  readonly keyed: boolean;
  readonly ranked: boolean;
  /** Whether null fits in. */
  readonly nullable: boolean;
}

interface ColumnKind {
  /** What MariaDB and MySQL call its type; what it counts stands behind it in quotes. */
  type(of: ColumnOf): string;
  /** What makes it in a migration. */
  line(of: ColumnOf): string;
  /** Characters that it has room for, where a limit is declared. */
  length?(schema: ValueSchema): number;
  /** What rows that are there get for a default that no column can say: when they were made, or nothing that is known. */
  readonly filled?: 'created_at' | 'unknown';
  /** Which texts its column can take over from another one, as SQL; `false` where only a person can tell. */
  takes?(text: string, values: KnownWords | undefined): string;
}

export type ValueFormat = FormatNotes &
  (
    | { readonly of: 'string'; readonly check: (text: string) => boolean }
    | { readonly of: 'number'; readonly check: (number: number) => boolean }
  );

interface FormatNotes {
  readonly name: string;
  /** What a value must be, to fill `{type}` of a message. */
  readonly says: Message;
  /** What readers of documentation are told, who do not know the format; undefined for those that JSON ValueSchema knows. */
  readonly note?: string;
  /** What tells them the same as a pattern. */
  readonly pattern?: string;
}

/** What values of tests are made of. */
export interface Ingredients {
  /** Stands in every text, so that a row is recognised wherever it appears. */
  readonly mark: string;
  /** Counts up: two rows of neighbouring numbers differ in every field that has two values. */
  readonly variant: number;
  /** A number that no other text has, for those that must not be equal. */
  readonly serial: number;
  /** Whether no other row may have the value. */
  readonly distinct: boolean;
  /** Languages that a person may choose. */
  readonly locales: readonly string[];
}

/** What a field is tried with. */
interface Specimen {
  /** A right value; undefined where none follows from the declaration. */
  right(
    schema: ValueSchema,
    given: Ingredients,
    options: { readonly values?: KnownWords; readonly past?: true },
  ): unknown;
  /** KnownWords that a body must not have. */
  wrong(schema: ValueSchema): readonly unknown[];
}

export const pick = <T>(list: readonly T[], variant: number): T | undefined => list[variant % list.length];

/** The end of a line of a migration. */
export const nullness = ({ nullable }: ColumnOf): string => (nullable ? '.nullable()' : '.notNullable()');

/** What a column holds for a value of an answer or a body. */
export function store(scalar: Scalar, value: unknown): Stored {
  return value === null || value === undefined ? null : scalar.store(value);
}

/** The value in an answer for what a column holds. */
export function show(scalar: Scalar, stored: unknown): unknown {
  return stored === null || stored === undefined ? null : scalar.show(stored);
}
