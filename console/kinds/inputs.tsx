/** Inputs for values without parts, by the type of their field. */
import { useState } from 'preact/hooks';
import { present } from '../service/session.ts';
import { locale, w } from '../words/words.ts';
import { attributesOf, incomplete, readInput } from './attributes.ts';
import { MomentInput } from './moment-input.tsx';
import type { InputProps } from './props.ts';
import { readJson, readLines, readNumber, writeJson, writeLines, writeNumber } from './text.ts';
import { Line, Lines, Typed } from './text-input.tsx';

export function PlainInput(props: InputProps) {
  const { field } = props;
  switch (field.type) {
    case 'boolean':
      return field.nullable ? <YesNo {...props} /> : <Check {...props} />;
    case 'enum':
      return <Choice {...props} />;
    case 'integer':
    case 'decimal':
      return <NumberInput {...props} />;
    case 'datetime':
      return <MomentInput {...props} />;
    case 'date':
    case 'time':
      return <DayOrTime {...props} />;
    case 'json':
    case 'nested':
      return <Typed {...props} read={readJson} write={writeJson} />;
    case 'words':
      return <Typed {...props} read={readLines} write={writeLines} />;
    default:
      return field.multiline ? <Lines {...props} /> : <Line {...props} />;
  }
}

const textOf = (value: unknown): string => (value === null || value === undefined ? '' : String(value));
function Check(props: InputProps) {
  return (
    <input
      {...attributesOf(props)}
      type="checkbox"
      required={false}
      checked={props.value === true}
      onChange={(event) => props.onChange(event.currentTarget.checked)}
    />
  );
}

function YesNo(props: InputProps) {
  const { value, onChange } = props;
  return (
    <select
      {...attributesOf(props)}
      value={textOf(value)}
      onChange={({ currentTarget }) =>
        onChange(currentTarget.value === '' ? null : currentTarget.value === 'true')
      }
    >
      <option value="">{w.frame.none}</option>
      <option value="true">{w.frame.yes}</option>
      <option value="false">{w.frame.no}</option>
    </select>
  );
}

function Choice(props: InputProps) {
  const { field, value, allowed = null, onChange } = props;
  const text = textOf(value);
  const values = (field.values ?? []).filter(
    (one) => allowed === null || one.value === value || allowed.includes(String(one.value)),
  );
  return (
    <select
      {...attributesOf(props)}
      value={text}
      onChange={({ currentTarget }) => onChange(currentTarget.value === '' ? null : currentTarget.value)}
    >
      {(field.nullable || text === '') && (
        <option value="">{field.nullable ? w.frame.none : w.form.select}</option>
      )}
      {values.map((one) => (
        <option key={String(one.value)} value={String(one.value)}>
          {one.label}
        </option>
      ))}
    </select>
  );
}

/**
 * A number, typed into a box for text: an input of the browser's for numbers loses what it cannot read, and takes a comma as its own language has
 * it, not as the page's.
 */
function NumberInput(props: InputProps) {
  const { id, field, value, unit = '', onChange } = props;
  const shown = unit !== '' && unit === present().meta.currency ? currencyName(unit) : unit;
  const [typed, setTyped] = useState<{ text: string; value: unknown }>({ text: '', value: undefined });
  const text = typed.value === value && value !== null ? typed.text : writeNumber(value, locale);
  return (
    <span class="with-unit">
      <input
        {...attributesOf(props)}
        type="text"
        inputMode={field.type === 'integer' && (field.limits.minimum ?? 0) >= 0 ? 'numeric' : 'decimal'}
        autocomplete="off"
        value={text}
        onInput={({ currentTarget }) => {
          const next = readNumber(currentTarget.value, locale);
          setTyped({ text: currentTarget.value, value: next });
          onChange(next);
        }}
      />
      {shown !== '' && (
        <span id={`${id}-unit`} class="unit">
          {shown}
        </span>
      )}
    </span>
  );
}

/** `€` for EUR. */
function currencyName(currency: string): string {
  const parts = new Intl.NumberFormat(locale, { style: 'currency', currency }).formatToParts(0);
  return parts.find(({ type }) => type === 'currency')?.value ?? currency;
}

function DayOrTime(props: InputProps) {
  const { field, value, bounds, onChange } = props;
  return (
    <input
      {...attributesOf(props)}
      {...(field.type === 'date' && bounds)}
      type={field.type === 'date' ? 'date' : 'time'}
      value={value === incomplete ? '' : textOf(value)}
      onInput={({ currentTarget }) => onChange(readInput(currentTarget))}
    />
  );
}
