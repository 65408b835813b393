/** Chooses several rows of another resource in one list, each with an amount; facts about each are shown beside it. */
import { useState } from 'preact/hooks';
import { readNumber, writeNumber } from '../../kinds/text.ts';
import { Shown } from '../../kinds/value.tsx';
import { addStyle } from '../../parts/later.tsx';
import { useSettled } from '../../parts/time/settled.ts';
import { withQuery } from '../../service/call.ts';
import {
  type Field,
  fieldsOf,
  may,
  nameOf,
  neededFields,
  type Page,
  type Reference,
  type Row,
} from '../../service/metadata.ts';
import { useQuery } from '../../service/queries.ts';
import { resourceAt } from '../../service/session.ts';
import { locale, w } from '../../words/words.ts';
import type { FormState } from '../use-form.ts';
import { idsOf, optionsQuery } from '../values/references.ts';
import { amountsOf, type Several, withAmount } from '../values/several.ts';
import type { Values } from '../values/values.ts';
import { Star } from './control.tsx';
import style from './several.css' with { type: 'text' };

addStyle(style);

/** The number of facts beside each. */
const mostBeside = 2;
/** The number of rows that are offered before a search. */
const mostOffered = 8;

interface SeveralInputProps {
  /** Of the group; the search box appends `.search`. */
  readonly id: string;
  readonly form: FormState;
  readonly several: Several & { readonly amount: Field };
  readonly messages: readonly string[];
}

export function SeveralInput({ id, form, several, messages }: SeveralInputProps) {
  const { of, amount } = several;
  const { values, all, picked } = form;
  const [typed, setTyped] = useState('');
  const search = useSettled(typed.trim());
  const ids = idsOf(values[of.name]);
  const url = of.reference?.options_url ?? null;
  const options = url && withQuery(url, optionsQuery(of.reference?.options_parameters ?? [], all));
  const found = useQuery<Page>(options && withQuery(options, { search, per_page: mostOffered }), {
    keepPrevious: true,
  }).data;
  const offered = found?.body.data ?? [];
  // Those chosen before a search, or in a draft.
  const known = picked.get(of.name) ?? [];
  const unnamed = ids.filter((one) => ![...known, ...offered].some((row) => row.id === one));
  const named = useQuery<Page>(
    options && unnamed.length > 0 ? withQuery(options, { id: unnamed.join(','), per_page: 100 }) : null,
  ).data;
  const rows = [...known, ...(named?.body.data ?? [])].filter(
    ({ id: one }) => ids.includes(one) && !offered.some((row) => row.id === one),
  );
  const shown = [...rows, ...offered];
  const beside = useBeside(
    of.reference,
    shown.map((row) => row.id),
  );
  const amounts = amountsOf(several, values);
  const put = (row: Row, count: unknown) => {
    form.putAll([of, amount], withAmount(several, values, row.id, count));
    if (!known.some((one) => one.id === row.id)) form.putRows(of, [...known, row]);
  };
  const total = found?.body.meta.total ?? 0;
  return (
    <fieldset id={id} class="field full several" tabIndex={-1} aria-describedby={`${id}-error`}>
      <legend>
        {of.label}
        <Star />
      </legend>
      <label class="hidden" for={`${id}.search`}>
        {`${w.list.search}: ${of.label}`}
      </label>
      <input
        id={`${id}.search`}
        type="search"
        autocomplete="off"
        placeholder={w.list.search}
        value={typed}
        onInput={({ currentTarget }) => setTyped(currentTarget.value)}
        onKeyDown={(event) => {
          // It searches while the user types: Enter must not submit the form.
          if (event.key === 'Enter') event.preventDefault();
        }}
      />
      <ul aria-label={of.label}>
        {shown.map((row) => {
          const name = nameOf(row, of.reference?.display ?? 'name');
          const count = ids.includes(row.id) ? (amounts.get(row.id) ?? 1) : null;
          return (
            <li key={row.id} class={count === null ? '' : 'chosen'}>
              <span>
                {name}
                <Beside {...beside} row={beside.rows.get(row.id)} />
              </span>
              <Stepper
                id={`${id}.${row.id}`}
                invalid={`${of.name}.${row.id}` in form.problem.errors}
                describedBy={`${id}-error`}
                label={`${amount.label}: ${name}`}
                {...{ name, count }}
                put={(next) => put(row, next)}
              />
            </li>
          );
        })}
      </ul>
      {total !== offered.length && (
        <p class="help" role="status">
          {w.form.results(offered.length, total)}
        </p>
      )}
      <p id={`${id}-error`} class={messages.length > 0 ? 'error' : 'hidden'}>
        {messages.join(' ')}
      </p>
    </fieldset>
  );
}

/** The headline fields of those rows, if they may be listed: a stock, a state. */
function useBeside(reference: Reference | undefined, ids: readonly number[]) {
  const target = resourceAt(reference?.resource);
  const names = ((target && may(target, 'list') && target.view.headline) || []).slice(0, mostBeside);
  const page = useQuery<Page>(
    target && names.length > 0 && ids.length > 0
      ? withQuery(`/${target.path}`, {
          id: ids.toSorted((one, other) => one - other).join(','),
          fields: neededFields(target, names),
          per_page: 100,
        })
      : null,
    { keepPrevious: true },
  ).data;
  const rows = new Map((page?.body.data ?? []).map((row) => [row.id, row]));
  return { fields: target ? fieldsOf(target, names) : [], rows };
}

function Beside({ fields, row }: { readonly fields: readonly Field[]; readonly row: Row | undefined }) {
  if (!row) return null;
  return (
    <small class="in-words">
      {fields.map((field) => (
        <span key={field.name}>
          {field.label} <Shown field={field} row={row} plain />
        </span>
      ))}
    </small>
  );
}

interface StepperProps {
  readonly id: string;
  readonly invalid: boolean;
  /** The id of the error. */
  readonly describedBy: string;
  readonly label: string;
  readonly name: string;
  /** Null if there is none. */
  readonly count: unknown;
  put(count: Values[string]): void;
}

/** A stepper: plus and minus buttons, or a typed number. */
function Stepper({ id, invalid, describedBy, label, name, count, put }: StepperProps) {
  const number = typeof count === 'number' ? count : 0;
  return (
    <span class="stepper">
      <button
        type="button"
        aria-label={w.form.less(name)}
        disabled={count === null}
        onClick={() => put(number > 1 ? number - 1 : null)}
      >
        −
      </button>
      <input
        id={id}
        type="text"
        inputMode="numeric"
        autocomplete="off"
        aria-label={label}
        aria-invalid={invalid || undefined}
        aria-describedby={invalid ? describedBy : undefined}
        value={writeNumber(count, locale)}
        onInput={({ currentTarget }) => put(readNumber(currentTarget.value, locale))}
      />
      <button type="button" aria-label={w.form.more(name)} onClick={() => put(number + 1)}>
        +
      </button>
    </span>
  );
}
