/** A choice between a few views, as buttons. */

interface SwitchProps<Value extends string> {
  readonly legend: string;
  readonly values: readonly Value[];
  readonly words: Readonly<Record<Value, string>>;
  readonly chosen: Value;
  choose(value: Value): void;
}

export function Switch<Value extends string>({ legend, values, words, chosen, choose }: SwitchProps<Value>) {
  return (
    <fieldset class="switch">
      <legend class="hidden">{legend}</legend>
      {values.map((value) => (
        <button key={value} type="button" aria-pressed={value === chosen} onClick={() => choose(value)}>
          {words[value]}
        </button>
      ))}
    </fieldset>
  );
}
