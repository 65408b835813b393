/** What inputs of all types have in common. */
import { incomplete } from '../values/values.ts';
import type { InputProps } from './props.ts';

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
