/** The inputs of forms for each kind of value. They are separate from the table of kinds, so that only forms load them. */
import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { present } from '../service/session.ts';
import { locale, w } from '../words/words.ts';
import { attributesOf, incomplete, readInput } from './attributes.ts';
import type { FieldType } from './kinds.tsx';
import { MomentInput } from './moment-input.tsx';
import type { InputProps } from './props.ts';
import { readJson, readLines, readNumber, writeJson, writeLines, writeNumber } from './text.ts';
import { Line, Lines, Typed } from './text-input.tsx';

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
 * A number in a text box: a native number input loses what it cannot parse, and uses the decimal separator of the browser's
 * language, not of the page's.
 */
function NumberInput(props: InputProps & { readonly hasFraction: boolean }) {
  const { id, field, value, unit = '', hasFraction, onChange } = props;
  const shown = unit !== '' && unit === present().meta.currency ? currencyName(unit) : unit;
  const [typed, setTyped] = useState<{ text: string; value: unknown }>({ text: '', value: undefined });
  const text = typed.value === value && value !== null ? typed.text : writeNumber(value, locale);
  return (
    <span class="with-unit">
      <input
        {...attributesOf(props)}
        type="text"
        inputMode={hasFraction || (field.limits?.minimum ?? 0) < 0 ? 'decimal' : 'numeric'}
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

interface BrowserInputProps extends InputProps {
  readonly type: 'date' | 'time';
  readonly min?: string;
  readonly max?: string;
}

/** Kinds with a native input. */
function BrowserInput(props: BrowserInputProps) {
  const { type, min, max, value, onChange } = props;
  return (
    <input
      {...attributesOf(props)}
      type={type}
      min={min}
      max={max}
      value={value === incomplete ? '' : textOf(value)}
      onInput={({ currentTarget }) => onChange(readInput(currentTarget))}
    />
  );
}

type Input = (props: InputProps) => ComponentChildren;

const JsonInput: Input = (props) => <Typed {...props} read={readJson} write={writeJson} />;

const inputs: Readonly<Record<FieldType, Input>> = {
  text: (props) => (props.field.multiline ? <Lines {...props} /> : <Line {...props} />),
  integer: (props) => <NumberInput {...props} hasFraction={false} />,
  decimal: (props) => <NumberInput {...props} hasFraction />,
  boolean: (props) => (props.field.nullable ? <YesNo {...props} /> : <Check {...props} />),
  enum: Choice,
  date: (props) => <BrowserInput {...props} {...props.bounds} type="date" />,
  datetime: MomentInput,
  time: (props) => <BrowserInput {...props} type="time" />,
  reference: Line,
  references: Line,
  words: (props) => <Typed {...props} read={readLines} write={writeLines} />,
  nested: JsonInput,
  json: JsonInput,
};

/** The default input for a value, if its field does not determine another. */
export const inputOf = ({ type }: { readonly type: FieldType }): Input => inputs[type] ?? inputs.text;
