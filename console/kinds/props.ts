/** What a control is given, and what its input needs of it. */
import type { FieldErrors } from '../service/failure.ts';
import type { Field, Row } from '../service/metadata.ts';

export interface ControlProps {
  readonly field: Field;
  /** Of its input; the parts of a nested value have it with a dot and their path behind. */
  readonly id: string;
  /** As a body takes it; nothing is null or undefined. */
  readonly value: unknown;
  readonly required?: boolean;
  readonly disabled?: boolean;
  readonly messages?: readonly string[];
  /** What is wrong with parts of it, by their paths: `0.name`. */
  readonly partMessages?: FieldErrors;
  /** Values of the other fields, and as `for` the id of the row that is changed: what can be chosen may follow from them. */
  readonly beside?: Readonly<Record<string, unknown>>;
  /** Rows whose names are known: those that are chosen. */
  readonly rows?: readonly Row[];
  /** What the row holds at present, where parts of it may show more than a body takes. */
  readonly stored?: unknown;
  /** Values of an enumeration that can be chosen; all where it is null or left out. */
  readonly allowed?: readonly string[] | null;
  /** What a number counts, where that is not said by its field. */
  readonly unit?: string;
  /** Of a date or a moment, the first and the last one that fit. */
  readonly bounds?: { readonly min?: string; readonly max?: string };
  onChange(value: unknown): void;
  /** Takes what there is no choice about, as if the form had begun with it. */
  onFirst?(value: unknown, rows: readonly Row[]): void;
  /** Told of rows whose names have become known. */
  onRows?(rows: readonly Row[]): void;
}

/** What an input needs of its control. */
export interface InputProps extends ControlProps {
  readonly describedBy: string | undefined;
  readonly invalid: boolean;
}
