/** The input for a day that holds at once. While a year is typed it is 2, 20 and 202 first: such a day asks nothing, and stays in the box whatever is drawn meanwhile. */
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
