/** Common attributes of all inputs. */
import type { InputProps } from './props.ts';

/** Replaces an incomplete input, so that the service refuses it instead of reading it as empty. */
export const incomplete = '?';

export function attributesOf({ id, field, required, disabled, invalid, describedBy }: InputProps) {
  return {
    id,
    name: field.name,
    disabled: disabled ?? false,
    required: required ?? false,
    'aria-invalid': invalid || undefined,
    'aria-describedby': describedBy,
  };
}

/** The value of a native input: null for empty, `incomplete` for a partial one. */
export function readInput({ value, validity }: HTMLInputElement): string | null {
  if (value !== '') return value;
  return validity.badInput ? incomplete : null;
}
