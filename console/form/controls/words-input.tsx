/** A set of known words: a checkbox for each, in groups. */

import type { InputProps } from '../../kinds/props.ts';
import type { Value } from '../../service/metadata.ts';
import { useWords } from '../../service/names.ts';
import { w } from '../../words/words.ts';

export function WordsInput({ id, field, value, disabled, onChange }: InputProps) {
  const known = useWords(field);
  if (known === null) return null;
  const chosen = Array.isArray(value) ? value.map(String) : [];
  // A word that is no longer known is kept until the user removes it.
  const unknown = chosen.filter((word) => !known.some((one) => one.value === word));
  const all: readonly Value[] = [...known, ...unknown.map((word) => ({ value: word, label: word }))];
  const put = (words: readonly string[], isIn: boolean) => {
    const others = chosen.filter((word) => !words.includes(word));
    // In the order of the known words, independent of the order of choice.
    const next = isIn
      ? all.map((one) => String(one.value)).filter((word) => others.includes(word) || words.includes(word))
      : others;
    onChange(next.length === 0 && field.nullable ? null : next);
  };
  return (
    <>
      {groupsOf(all).map(([title, values]) => {
        const mine = values.filter((one) => one.grantable !== false).map((one) => String(one.value));
        const isAll = mine.every((word) => chosen.includes(word));
        const boxes = values.map((one) => (
          <Box
            key={String(one.value)}
            id={`${id}-${one.value}`}
            one={one}
            checked={chosen.includes(String(one.value))}
            disabled={disabled === true || one.grantable === false}
            onChange={(isIn) => put([String(one.value)], isIn)}
          />
        ));
        if (title === '')
          return (
            <div key={title} class="words">
              {boxes}
            </div>
          );
        return (
          <fieldset key={title} class="words">
            <legend>{title}</legend>
            {boxes}
            {mine.length > 1 && !disabled && (
              <button
                type="button"
                class="plain"
                aria-label={`${isAll ? w.frame.none : w.form.all}: ${title}`}
                onClick={() => put(mine, !isAll)}
              >
                {isAll ? w.frame.none : w.form.all}
              </button>
            )}
          </fieldset>
        );
      })}
      {all.some((one) => one.grantable === false) && <small class="help">{w.form.notGrantable}</small>}
    </>
  );
}

interface BoxProps {
  readonly id: string;
  readonly one: Value;
  readonly checked: boolean;
  readonly disabled: boolean;
  onChange(isIn: boolean): void;
}

function Box({ id, one, checked, disabled, onChange }: BoxProps) {
  return (
    <label class="check" for={id}>
      <input
        id={id}
        type="checkbox"
        checked={checked}
        disabled={disabled}
        onChange={({ currentTarget }) => onChange(currentTarget.checked)}
      />
      <span>{one.label}</span>
    </label>
  );
}

/** A group has the position of its first value. */
function groupsOf(values: readonly Value[]): [string, Value[]][] {
  const groups = new Map<string, Value[]>();
  for (const one of values) groups.set(one.group ?? '', [...(groups.get(one.group ?? '') ?? []), one]);
  return [...groups];
}
