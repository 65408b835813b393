/** The behaviour of one plain value, in any field: a column, a reference, a sum. One object per kind; all other code uses it. */
import type { Message } from '../../message.ts';
import type { Lines, Stored } from '../../values.ts';
import type { Shape } from '../shape.ts';

export type ValueSchema = Readonly<Record<string, unknown>>;

/** The words of an enumeration. */
type KnownWords = readonly string[];

/** @template Type the type for clients */
export interface Scalar<Type extends string = string> {
  readonly type: Type;
  /** The stored form of a value of an answer or a body. Not for null. */
  store(value: unknown): Stored;
  /** The form in an answer of a stored value. Not for null. */
  show(stored: unknown): unknown;
  /** Number of decimals; undefined if it is no number. */
  readonly scale?: number;
  /** Set if values are ordered: one amount is more than another, or one time is later. */
  readonly ordered?: 'amount' | 'time';
  /** How rows can be counted by it: by values, if these are few or have names, or by periods. */
  readonly counted?: 'values' | 'periods';
  /** What lists are sorted by: its column, a folded copy, or the position among its words. Undefined if they cannot be. */
  readonly sorted?: 'column' | 'key' | 'rank';
  /** It is an amount in the currency of the service. */
  readonly currency?: true;
  /** It is shown in per cent. */
  readonly ratio?: true;
  /** It is a moment: its day depends on the time zone. */
  readonly zoned?: true;
  /** It can be the `display` of a row. */
  readonly names?: true;
  /** Its column is read as text: drivers would convert it to other objects or numbers. */
  readonly asText?: true;
  /** The stored form of the present moment, for `now` in a condition. */
  present?(storedNow: string): Stored;
  /** All values that its column can hold, if they are known. */
  possible?(values: KnownWords | undefined): readonly Stored[] | undefined;
  /** Converts a text that a body may contain to the form of an answer. */
  canonical?(text: string): unknown;
  /** How it is written in an address. */
  readonly query: AddressValue;
  readonly column: ColumnKind;
  /** The format of its schema that the service checks. */
  readonly format?: ValueFormat;
  /** Why a value, not null, cannot be the default in a definition; null if it can. */
  misfit(value: unknown, schema: ValueSchema, values: KnownWords | undefined): string | null;
  /** The value of a default that depends on the request, at an instant and in a time zone. */
  atRequest?(usual: unknown, now: string, timezone: string): unknown;
  /** An example for the documentation, if the schema does not give a good one. */
  example?(name: string): string;
  /** Whether it fits into a cell of a list. */
  isBrief(schema: ValueSchema): boolean;
  readonly specimen: Specimen;
  /** The arguments of its constructors, by constructor name. Positional arguments have their own names among the options. */
  readonly makers: Readonly<Record<string, Readonly<Record<string, Shape>>>>;
}

interface AddressValue {
  /** A part of schema names: `NullableDateTimeRangeFilter`. */
  readonly title: string;
  readonly schema: ValueSchema;
  /** The expected value, for `{type}` in a message. */
  readonly says: Message;
  /** The stored value of a text, which may have so many lines; undefined if the text has none. */
  parse(text: string, values: KnownWords | undefined, lines?: Lines): Stored | undefined;
  /** A value that finds rows if there are any; undefined if the documentation's default word does. */
  example?(name: string): unknown;
}

/** The column of a field. */
export interface ColumnOf {
  readonly name: string;
  readonly schema: ValueSchema;
  readonly values: KnownWords | undefined;
  /** It has a folded copy, or a copy of the position of its word. */
  readonly keyed: boolean;
  readonly ranked: boolean;
  /** It may be null. */
  readonly nullable: boolean;
}

interface ColumnKind {
  /** Its type in MariaDB and MySQL. The literal values of an enumeration follow in quotes. */
  type(of: ColumnOf): string;
  /** The line of a migration that makes it. */
  line(of: ColumnOf): string;
  /** Its maximum number of characters, if a limit is declared. */
  length?(schema: ValueSchema): number;
  /** The value for existing rows, if the default cannot be a column default: the time of creation, or an unknown one. */
  readonly filled?: 'created_at' | 'unknown';
}

export type ValueFormat = FormatNotes &
  (
    | { readonly of: 'string'; readonly check: (text: string) => boolean }
    | { readonly of: 'number'; readonly check: (number: number) => boolean }
  );

interface FormatNotes {
  readonly name: string;
  /** The expected value, for `{type}` in a message. */
  readonly says: Message;
  /** An explanation for readers of the documentation; undefined for formats that JSON Schema defines. */
  readonly note?: string;
  /** The same as a pattern. */
  readonly pattern?: string;
}

/** The input for test values. */
export interface Ingredients {
  /** It is part of every text, so that a row is recognised wherever it appears. */
  readonly mark: string;
  /** A counter: two rows with consecutive numbers differ in every field that has two values. */
  readonly variant: number;
  /** A number that no other text has, for values that must be unique. */
  readonly serial: number;
  /** The value must be unique. */
  readonly distinct: boolean;
  /** Languages that a user may choose. */
  readonly locales: readonly string[];
}

/** Test values of a field. */
interface Specimen {
  /** A valid value; undefined if none follows from the declaration. */
  right(
    schema: ValueSchema,
    given: Ingredients,
    options: { readonly values?: KnownWords; readonly past?: true },
  ): unknown;
  /** Invalid values. */
  wrong(schema: ValueSchema): readonly unknown[];
}

export const pick = <T>(list: readonly T[], variant: number): T | undefined => list[variant % list.length];

/** The nullability at the end of a line of a migration. */
export const nullness = ({ nullable }: ColumnOf): string => (nullable ? '.nullable()' : '.notNullable()');

/** The stored form of a value of an answer or a body. */
export function store(scalar: Scalar, value: unknown): Stored {
  return value === null || value === undefined ? null : scalar.store(value);
}

/** The form in an answer of a stored value. */
export function show(scalar: Scalar, stored: unknown): unknown {
  return stored === null || stored === undefined ? null : scalar.show(stored);
}
