/** A range of numbers, days, times or instants. An instant is a local day and time of the site; whole days need no time. */

import { kindOf } from '../../kinds/kinds.tsx';
import { TypedDay, TypedTime } from '../../kinds/typed-inputs.tsx';
import type { Reading } from '../../parts/time/moments.ts';
import type { Filter } from '../../service/metadata.ts';
import { present } from '../../service/session.ts';
import { w } from '../../words/words.ts';
import { changeList } from '../going.ts';
import { labelOfNull } from './chips.tsx';
import {
  type Changes,
  type Condition,
  chooseEnd,
  chooseValues,
  chosenOf,
  endOf,
  meantEnd,
  type Side,
  typedEnd,
} from './conditions.ts';

export interface BoxProps {
  readonly filter: Filter;
  readonly condition: Condition | null;
}

export function RangeBox(props: BoxProps) {
  const { filter } = props;
  return (
    <fieldset class="range">
      <legend>{filter.label}</legend>
      <Ends {...props} side="lower" />
      <Ends {...props} side="upper" />
      {filter.nullable && <NoneBoxes {...props} />}
    </fieldset>
  );
}

/** Rows without a value, or all that have one. */
function NoneBoxes({ filter, condition }: BoxProps) {
  const asked = chosenOf(condition);
  const asks = asked.values.includes('null') ? asked.sense : null;
  const offered = [
    ['any', labelOfNull(filter)],
    ['not', w.list.how.filledIn],
  ] as const;
  return (
    <>
      {offered.map(([sense, label]) => (
        <label key={sense} class="check">
          <input
            type="checkbox"
            checked={asks === sense}
            onChange={() => changeList(chooseValues(filter, sense, asks === sense ? [] : ['null']))}
          />
          {label}
        </label>
      ))}
    </>
  );
}

interface EndsProps extends BoxProps {
  readonly side: Side;
}

function Ends({ filter, condition, side }: EndsProps) {
  const label = side === 'lower' ? w.list.from : w.list.to;
  if (kindOf(filter).clock === 'instant') return <Moment {...{ filter, condition, side, label }} />;
  const End = kindOf(filter).filter.end;
  const id = `filter-${filter.name}-${side}`;
  return (
    <label for={id}>
      {label}
      <End
        id={id}
        value={endOf(condition, side)}
        onChange={({ currentTarget }) => choose(currentTarget, chooseEnd(filter, side, currentTarget.value))}
      />
    </label>
  );
}

/** The browser reports an invalid number, and it is not applied. */
function choose(input: HTMLInputElement, changes: Changes): void {
  if (input.reportValidity()) changeList(changes);
}

interface MomentProps extends Pick<BoxProps, 'filter' | 'condition'> {
  readonly side: Side;
  readonly label: string;
}

function Moment({ filter, condition, side, label }: MomentProps) {
  const { timezone } = present().meta;
  const id = `filter-${filter.name}-${side}`;
  const typed = typedEnd(condition, side, timezone);
  const choose = (part: Partial<Reading>) => {
    const reading = { ...typed, ...part };
    changeList(chooseEnd(filter, side, meantEnd(reading, side, timezone)));
  };
  return (
    <div class="moment">
      <label for={id}>
        {label}
        <TypedDay
          id={id}
          value={typed.day}
          onChange={({ currentTarget: { value } }) => choose({ day: value })}
        />
      </label>
      <label for={`${id}-time`}>
        <span class="hidden">
          {label}: {w.list.time}
        </span>
        <TypedTime
          id={`${id}-time`}
          disabled={typed.day === ''}
          value={typed.time}
          onChange={({ currentTarget: { value } }) => choose({ time: value })}
        />
      </label>
    </div>
  );
}
