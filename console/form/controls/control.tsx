/** One field of any type: its label, the input for it, what helps to fill it in, and what is wrong with it. */
import type { FieldErrors } from '../../service/failure.ts';
import type { Field, Row } from '../../service/metadata.ts';
import { present } from '../../service/session.ts';
import { w } from '../../words/words.ts';
import { gapProblem } from '../values/problems.ts';
import type { Values } from '../values/values.ts';
import { NestedInput } from './nested-input.tsx';
import { PlainInput } from './plain-input.tsx';
import { ReferenceInput } from './reference-input.tsx';
import { WordsInput } from './words-input.tsx';

export interface ControlProps {
  readonly field: Field;
  /** Of its input; the parts of a nested value have it with a dot and their path behind. */
  readonly id: string;
  /** As a body takes it; nothing is null or undefined. */
  readonly value: unknown;
  readonly required?: boolean;
  readonly disabled?: boolean;
  readonly messages?: readonly string[];
  /** What is wrong with parts of it, by their paths: `0.name`. */
  readonly partMessages?: FieldErrors;
  /** Values of the other fields, and as `for` the id of the row that is changed: what can be chosen may follow from them. */
  readonly beside?: Values;
  /** Rows whose names are known: those that are chosen. */
  readonly rows?: readonly Row[];
  /** What the row holds at present, where parts of it may show more than a body takes. */
  readonly stored?: unknown;
  /** Values of an enumeration that can be chosen; all where it is null or left out. */
  readonly allowed?: readonly string[] | null;
  /** What a number counts, where that is not said by its field. */
  readonly unit?: string;
  /** Of a date or a moment, the first and the last one that fit. */
  readonly bounds?: { readonly min?: string; readonly max?: string };
  onChange(value: unknown): void;
  /** Told of rows whose names have become known. */
  onRows?(rows: readonly Row[]): void;
}

/** What an input needs of its control. */
export interface InputProps extends ControlProps {
  readonly describedBy: string | undefined;
  readonly invalid: boolean;
}

export function Control(props: ControlProps) {
  const { field, id, required = false } = props;
  const gap = gapProblem(field, props.value, present().meta.timezone);
  const messages = [...new Set([...(props.messages ?? []), gap])].filter((text) => text !== '');
  const unit = props.unit ?? field.unit ?? '';
  const ids = [
    field.help !== undefined && `${id}-help`,
    unit !== '' && `${id}-unit`,
    messages.length > 0 && `${id}-error`,
  ].filter((one) => one !== false);
  const given: InputProps = {
    ...props,
    unit,
    invalid: messages.length > 0,
    describedBy: ids.join(' ') || undefined,
  };
  const label = (
    <>
      {field.label}
      {required && (
        <span class="star" aria-hidden="true" title={w.form.required}>
          {' *'}
        </span>
      )}
    </>
  );
  const below = (
    <>
      {field.help !== undefined && (
        <small id={`${id}-help`} class="help">
          {field.help}
        </small>
      )}
      {messages.length > 0 && (
        <p id={`${id}-error`} class="error">
          {messages.join(' ')}
        </p>
      )}
    </>
  );
  if (field.type === 'nested' || (field.type === 'words' && field.values)) {
    return (
      <fieldset id={id} class="field full" tabIndex={-1} aria-describedby={given.describedBy}>
        <legend>{label}</legend>
        {field.type === 'nested' ? <NestedInput {...given} /> : <WordsInput {...given} />}
        {below}
      </fieldset>
    );
  }
  if (field.type === 'boolean' && !field.nullable) {
    return (
      <div class="field">
        <label class="check" for={id}>
          <PlainInput {...given} />
          <span>{label}</span>
        </label>
        {below}
      </div>
    );
  }
  return (
    <div class={isWide(field) ? 'field full' : 'field'}>
      <label for={id}>{label}</label>
      {field.reference ? <ReferenceInput {...given} /> : <PlainInput {...given} />}
      {below}
    </div>
  );
}

const isWide = ({ multiline, type }: Field): boolean =>
  multiline === true || type === 'json' || type === 'references' || type === 'words';
