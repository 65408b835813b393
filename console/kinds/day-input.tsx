/**
 * The input for a filter by day, which applies at once. While a year is typed, it is 2, 20 and 202 first: such a day is not
 * applied, and stays in the box when it is rendered again.
 */
import { useState } from 'preact/hooks';

interface DayInputProps {
  readonly id?: string;
  readonly value: string;
  onChange(event: { readonly currentTarget: HTMLInputElement }): void;
}

export function DayInput({ value, onChange, ...rest }: DayInputProps) {
  const [early, setEarly] = useState<string | null>(null);
  return (
    <input
      type="date"
      {...rest}
      value={early ?? value}
      onBlur={() => setEarly(null)}
      onChange={(event) => {
        const day = event.currentTarget.value;
        const isEarly = day !== '' && day < '1000';
        setEarly(isEarly ? day : null);
        if (!isEarly) onChange(event);
      }}
    />
  );
}
