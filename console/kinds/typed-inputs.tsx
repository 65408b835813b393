/** The inputs of filters. They apply when the user has typed: Enter, or leaving the box. */
import { useState } from 'preact/hooks';

interface InBox {
  readonly currentTarget: HTMLInputElement;
}

interface TypedProps {
  readonly id?: string;
  readonly value: string;
  readonly disabled?: boolean;
  readonly 'aria-label'?: string;
  readonly 'aria-describedby'?: string;
  onChange(event: InBox): void;
}

interface NumberProps extends TypedProps {
  readonly step: string;
}

interface LineProps extends TypedProps {
  readonly inputMode?: 'numeric' | 'text';
}

export const DayInput = (props: TypedProps) => <input type="date" {...useTyped(props)} />;
export const TimeInput = (props: TypedProps) => <input type="time" {...useTyped(props)} />;
export const NumberInput = (props: NumberProps) => <input type="number" {...useTyped(props)} />;
export const LineInput = (props: LineProps) => <input type="text" autocomplete="off" {...useTyped(props)} />;

/** What is being typed stays in the box while the page renders the answers of other filters. */
function useTyped<Props extends TypedProps>(props: Props) {
  const [typed, setTyped] = useState<string | null>(null);
  return {
    ...props,
    value: typed ?? props.value,
    onInput: ({ currentTarget }: InBox) => setTyped(currentTarget.value),
    onBlur: () => setTyped(null),
    onChange: (event: InBox) => {
      if (!isEarly(event.currentTarget)) props.onChange(event);
    },
  };
}

/** While a year is typed, it is 2, 20 and 202 first: such a day is not applied. */
const isEarly = ({ type, value }: HTMLInputElement): boolean =>
  type === 'date' && value !== '' && value < '1000';
