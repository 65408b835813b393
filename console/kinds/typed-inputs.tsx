/** The inputs of filters. They apply when the user has typed: Enter, or leaving the box. */
import { useState } from 'preact/hooks';

interface InBox {
  readonly currentTarget: HTMLInputElement;
}

interface TypedInputProps {
  readonly id?: string;
  readonly value: string;
  readonly disabled?: boolean;
  readonly 'aria-label'?: string;
  readonly 'aria-describedby'?: string;
  onChange(event: InBox): void;
}

interface NumberProps extends TypedInputProps {
  readonly step: string;
}

interface TypedLineProps extends TypedInputProps {
  readonly inputMode?: 'numeric' | 'text';
}

export const TypedDay = ({ onChange, ...props }: TypedInputProps) => {
  const typed = useTyped({
    ...props,
    onChange: (event) => {
      if (!isEarly(event.currentTarget.value)) onChange(event);
    },
  });
  return <input type="date" {...typed} />;
};
export const TypedTime = (props: TypedInputProps) => <input type="time" {...useTyped(props)} />;
export const TypedNumber = (props: NumberProps) => <input type="number" {...useTyped(props)} />;
export const TypedLine = (props: TypedLineProps) => (
  <input type="text" autocomplete="off" {...useTyped(props)} />
);

/** While a year is typed, it is 2, 20 and 202 first: such a day is not applied. */
const isEarly = (day: string): boolean => day !== '' && day < '1000';

/** What is being typed stays in the box while the page renders the answers of other filters. */
function useTyped<Props extends TypedInputProps>(props: Props) {
  const [typed, setTyped] = useState<string | null>(null);
  return {
    ...props,
    value: typed ?? props.value,
    onInput: ({ currentTarget }: InBox) => setTyped(currentTarget.value),
    onBlur: () => setTyped(null),
  };
}
