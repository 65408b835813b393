/** The control of a filter: checkboxes, a picker, a range, a text. */
import { kindOf } from '../../kinds/kinds.tsx';
import { TypedLine } from '../../kinds/typed-inputs.tsx';
import { FilterPicker } from '../../parts/picker/filter-picker.tsx';
import type { Filter } from '../../service/metadata.ts';
import { w } from '../../words/words.ts';
import { changeList } from '../going.ts';
import { labelOfNull } from './chips.tsx';
import { chooseValues, chosenOf, hasRanges } from './conditions.ts';
import { type BoxProps, RangeBox } from './range-box.tsx';
import { SenseChoice, useSense } from './sense.tsx';

export function FilterBox(props: BoxProps) {
  const { filter } = props;
  if (filter.reference) return <ReferenceBox {...props} />;
  if (kindOf(filter).isYesNo) return <BooleanBox {...props} />;
  if (filter.values) return <ValuesBox {...props} />;
  return hasRanges(filter) && filter.name !== 'id' ? <RangeBox {...props} /> : <TextBox {...props} />;
}

/** The values with one added, or removed. */
const toggled = (values: readonly string[], value: string): string[] =>
  values.includes(value) ? values.filter((one) => one !== value) : [...values, value];

function ValuesBox({ filter, condition }: BoxProps) {
  const { sense, values, choose, turn } = useSense(filter, condition);
  const offered = [
    ...(filter.values ?? []).map(({ value, label }) => ({ value: String(value), label })),
    ...(filter.nullable ? [{ value: 'null', label: labelOfNull(filter) }] : []),
  ];
  return (
    <fieldset class="values">
      <legend>{filter.label}</legend>
      <SenseChoice {...{ filter, sense, turn }} />
      {sense === 'starts' ? (
        <TypedLine
          aria-label={`${filter.label}: ${w.list.how.starts}`}
          value={values[0] ?? ''}
          onChange={({ currentTarget: { value } }) => choose(value === '' ? [] : [value])}
        />
      ) : (
        offered.map(({ value, label }) => (
          <label key={value} class="check">
            <input
              type="checkbox"
              checked={values.includes(value)}
              onChange={() => choose(toggled(values, value))}
            />
            {label}
          </label>
        ))
      )}
    </fieldset>
  );
}

/** The id for the label of a filter's control. */
const idOf = ({ name }: Filter): string => `filter-${name}`;

/** Rows with either value. */
const filledValue = 'filledValue';

function BooleanBox({ filter, condition }: BoxProps) {
  const { sense, values } = chosenOf(condition);
  const asked = sense === 'not' && values.includes('null') ? filledValue : (condition?.any?.[0] ?? '');
  const label = (value: boolean) =>
    filter.values?.find((one) => one.value === value)?.label ?? (value ? w.frame.yes : w.frame.no);
  return (
    <div class="field">
      <label for={idOf(filter)}>{filter.label}</label>
      <select
        id={idOf(filter)}
        value={asked}
        onChange={({ currentTarget: { value } }) =>
          changeList(
            value === filledValue
              ? chooseValues(filter, 'not', ['null'])
              : chooseValues(filter, 'any', value === '' ? [] : [value]),
          )
        }
      >
        <option value="">{w.list.any}</option>
        <option value="true">{label(true)}</option>
        <option value="false">{label(false)}</option>
        {filter.nullable && (
          <>
            <option value="null">{labelOfNull(filter)}</option>
            <option value={filledValue}>{w.list.how.filledIn}</option>
          </>
        )}
      </select>
    </div>
  );
}

function ReferenceBox({ filter, condition }: BoxProps) {
  const { sense, values, choose, turn } = useSense(filter, condition);
  const asksNone = values.includes('null');
  return (
    <div class="field asked">
      <SenseChoice {...{ filter, sense, turn }} />
      <FilterPicker
        id={idOf(filter)}
        filter={filter}
        values={values}
        onChange={(ids) => choose(asksNone ? [...ids, 'null'] : ids)}
      />
      {filter.nullable && (
        <label class="check">
          <input type="checkbox" checked={asksNone} onChange={() => choose(toggled(values, 'null'))} />
          {labelOfNull(filter)}
        </label>
      )}
    </div>
  );
}

/** Typed values, separated by commas. */
function TextBox({ filter, condition }: BoxProps) {
  const isNumber = kindOf(filter).amount === 'whole';
  const { sense, values, choose, turn } = useSense(filter, condition);
  return (
    <div class="field asked">
      {/* Nobody looks for rows without one id. */}
      {filter.name !== 'id' && <SenseChoice {...{ filter, sense, turn }} />}
      <label for={idOf(filter)}>{filter.label}</label>
      <TypedLine
        id={idOf(filter)}
        inputMode={isNumber ? 'numeric' : 'text'}
        aria-describedby={`${idOf(filter)}-hint`}
        value={values.join(', ')}
        onChange={({ currentTarget: { value } }) => {
          const typed = sense === 'starts' ? [value] : value.split(/[,;]/).map((one) => one.trim());
          choose([...new Set(typed.filter((one) => one !== ''))]);
        }}
      />
      <small id={`${idOf(filter)}-hint`}>{sense !== 'starts' && w.list.severalByComma}</small>
    </div>
  );
}
