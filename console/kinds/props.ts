/** The props of a control and its input. */
import type { FieldErrors } from '../service/failure.ts';
import type { Field, Row } from '../service/metadata.ts';

export interface ControlProps {
  readonly field: Field;
  /** Of its input; parts of a nested value append a dot and their path. */
  readonly id: string;
  /** In the form of a body; null or undefined if empty. */
  readonly value: unknown;
  readonly required?: boolean;
  readonly disabled?: boolean;
  readonly messages?: readonly string[];
  /** Errors of its parts, by path: `0.name`. */
  readonly partMessages?: FieldErrors;
  /** Values of the other fields, and as `for` the id of the changed row: options may depend on them. */
  readonly beside?: Readonly<Record<string, unknown>>;
  /** Rows with known names: the chosen ones. */
  readonly rows?: readonly Row[];
  /** The present value of the row, whose parts may have more keys than a body accepts. */
  readonly stored?: unknown;
  /** Values of an enumeration that can be chosen; null or left out for all. */
  readonly allowed?: readonly string[] | null;
  /** The unit of a number, if its field does not contain it. */
  readonly unit?: string;
  /** For a date or a moment, the first and the last valid one. */
  readonly bounds?: { readonly min?: string; readonly max?: string };
  onChange(value: unknown): void;
  /** Receives an initial value without a choice, as if the form had started with it. */
  onFirst?(value: unknown, rows: readonly Row[]): void;
  /** Receives rows whose names have become known. */
  onRows?(rows: readonly Row[]): void;
}

/** The props that an input needs from its control. */
export interface InputProps extends ControlProps {
  readonly describedBy: string | undefined;
  readonly invalid: boolean;
}
