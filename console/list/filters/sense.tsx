/** The sense of a filter's values: a row has one of them, none of them, or begins with one. */
import { useState } from 'preact/hooks';
import type { Filter } from '../../service/metadata.ts';
import { w } from '../../words/words.ts';
import { changeList } from '../going.ts';
import { type Condition, chooseValues, chosenOf, type Sense, sensesOf } from './conditions.ts';

interface Asking {
  readonly sense: Sense;
  readonly values: readonly string[];
  choose(values: readonly string[]): void;
  turn(sense: Sense): void;
}

/** The values and sense of a filter. The sense is remembered while there are no values, when the address does not contain it. */
export function useSense(filter: Filter, condition: Condition | null): Asking {
  const asked = chosenOf(condition);
  const [kept, keep] = useState(asked.sense);
  const { values } = asked;
  const sense = values.length > 0 ? asked.sense : kept;
  return {
    sense,
    values,
    choose: (chosen) => changeList(chooseValues(filter, sense, chosen)),
    turn: (next) => {
      keep(next);
      // The beginning of a value is not a value.
      const stays = next !== 'starts' && sense !== 'starts';
      if (values.length > 0) changeList(chooseValues(filter, next, stays ? values : []));
    },
  };
}

interface SenseChoiceProps extends Pick<Asking, 'sense' | 'turn'> {
  readonly filter: Filter;
}

export function SenseChoice({ filter, sense, turn }: SenseChoiceProps) {
  const senses = sensesOf(filter);
  if (senses.length < 2) return null;
  return (
    <select
      class="asking"
      aria-label={`${filter.label}: ${w.list.how.label}`}
      value={sense}
      onChange={({ currentTarget: { value } }) => turn(senses.find((one) => one === value) ?? 'any')}
    >
      {senses.map((one) => (
        <option key={one} value={one}>
          {w.list.how[one]}
        </option>
      ))}
    </select>
  );
}
