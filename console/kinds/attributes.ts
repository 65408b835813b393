/** What inputs of all types have in common. */
import type { InputProps } from './props.ts';

/** Put for what was typed by half, so that the service refuses it instead of taking it for nothing. */
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

/** What an input of the browser's holds: null for nothing, `incomplete` for what was typed by half. */
export function readInput({ value, validity }: HTMLInputElement): string | null {
  if (value !== '') return value;
  return validity.badInput ? incomplete : null;
}
