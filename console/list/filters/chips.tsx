/** The active filters of a list as text, each with a button to remove it. */

import { isId, kindOf } from '../../kinds/kinds.tsx';
import { formatDay } from '../../parts/format.ts';
import { calledBy, useNamed } from '../../service/filter-names.ts';
import type { Filter, Resource, Row } from '../../service/metadata.ts';
import { present } from '../../service/session.ts';
import { locale, w } from '../../words/words.ts';
import { changeList } from '../going.ts';
import {
  type Asked,
  type Condition,
  conditionsOf,
  endOf,
  nothing,
  type Side,
  sideOf,
  typedEnd,
} from './conditions.ts';

interface ChipsProps {
  readonly resource: Resource;
  readonly query: URLSearchParams;
}

export function Chips({ resource, query }: ChipsProps) {
  const conditions = conditionsOf(resource, query);
  if (conditions.length === 0) return null;
  return (
    <div class="filtered">
      <ul class="chips" aria-label={w.list.filters}>
        {conditions.map((condition) => (
          <Chip key={condition.filter.name} condition={condition} />
        ))}
      </ul>
      {conditions.length > 1 && (
        <button type="button" class="plain link" onClick={() => changeList(withoutAny(conditions))}>
          {w.list.clearAll}
        </button>
      )}
    </div>
  );
}

/** Removes all of them from the address. */
export const withoutAny = (conditions: readonly Condition[]): Record<string, null> =>
  Object.fromEntries(conditions.flatMap(({ names }) => names.map((name) => [name, null] as const)));

/** A condition as text. */
export function Clause({ condition }: { readonly condition: Condition }) {
  const { filter, any, others } = condition;
  const named = useNamed(filter, [...(any ?? []), ...others.flatMap(({ value }) => value.split(','))]);
  return (
    <span>
      {w.value.before(filter.label)} <strong>{tell(condition, named).join(', ')}</strong>
    </span>
  );
}

function Chip({ condition }: { readonly condition: Condition }) {
  const { filter } = condition;
  return (
    <li class="chip">
      <Clause condition={condition} />
      <button
        type="button"
        class="plain"
        aria-label={`${w.list.take}: ${filter.label}`}
        onClick={() => changeList(nothing(filter))}
      >
        ×
      </button>
    </li>
  );
}

function tell(condition: Condition, named: readonly Row[]): string[] {
  const { filter, any, others } = condition;
  const tellOne = (value: string) => {
    if (value === 'null') return labelOfNull(filter);
    const row = named.find(({ id }) => String(id) === value);
    return row ? calledBy(filter, row) : labelOf(filter, value);
  };
  const asked = others.map(({ operator, value }) =>
    called(operator, value.split(',').map(tellOne).join(', ')),
  );
  return [...(any ?? []).map(tellOne), ...tellRange(condition), ...asked];
}

/** The condition as text, with the service's label of its operator. */
const called = (operator: Asked['operator'], value: string): string =>
  present().meta.operators[operator === 'open' ? 'gte' : operator]?.replace('{value}', () => value) ?? value;

/** The label of null. */
export const labelOfNull = (filter: Filter): string => filter.null_label ?? w.frame.none;

/** The label of a value. */
function labelOf(filter: Filter, value: string): string {
  const known = filter.values?.find((one) => String(one.value) === value);
  if (known) return known.label;
  if (!kindOf(filter).isText && value === 'true') return w.frame.yes;
  if (!kindOf(filter).isText && value === 'false') return w.frame.no;
  return tellValue(filter, value);
}

function tellRange(condition: Condition): string[] {
  const [lower, upper] = [tellEnd(condition, 'lower'), tellEnd(condition, 'upper')];
  if (lower !== '' && upper !== '') return [lower === upper ? lower : `${lower} – ${upper}`];
  if (lower !== '') return [called('gte', lower)];
  return upper === '' ? [] : [called('lte', upper)];
}

/** One end of a range; for whole days the day, because users do not expect midnight. */
function tellEnd(condition: Condition, side: Side): string {
  const { filter, ends } = condition;
  const end = ends.find((one) => sideOf(one) === side);
  if (!end) return '';
  if (kindOf(filter).clock !== 'instant') return tellValue(filter, endOf(condition, side));
  const { day, time } = typedEnd(condition, side, present().meta.timezone);
  return day === '' || time !== '' ? tellValue(filter, end.value) : formatDay(day, locale);
}

const tellValue = (filter: Filter, value: string): string =>
  isId(filter) ? value : kindOf(filter).tell(value);
