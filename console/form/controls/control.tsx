/** A field of any type: its label, its input, its help and its errors. */

import { inputOf } from '../../kinds/inputs.tsx';
import { hasParts, isSeveral, kindOf } from '../../kinds/kinds.tsx';
import type { ControlProps, InputProps } from '../../kinds/props.ts';
import type { Field } from '../../service/metadata.ts';
import { present } from '../../service/session.ts';
import { w } from '../../words/words.ts';
import { gapProblem } from '../values/problems.ts';
import { NestedInput } from './nested-input.tsx';
import { ReferenceInput } from './reference-input.tsx';
import { WordsInput } from './words-input.tsx';

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
      {required && <Star />}
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
  const Input = inputOf(field);
  const isChosen =
    isSeveral(field) && !field.reference && (field.values !== undefined || field.options_url !== undefined);
  if (hasParts(field) || isChosen) {
    return (
      <fieldset id={id} class="field full" tabIndex={-1} aria-describedby={given.describedBy}>
        <legend>{label}</legend>
        {hasParts(field) ? <NestedInput {...given} Part={Control} /> : <WordsInput {...given} />}
        {below}
      </fieldset>
    );
  }
  if (kindOf(field).isYesNo && !field.nullable) {
    return (
      <div class="field">
        <label class="check" for={id}>
          <Input {...given} />
          <span>{label}</span>
        </label>
        {below}
      </div>
    );
  }
  return (
    <div class={isWide(field) ? 'field full' : 'field'}>
      <label for={id}>{label}</label>
      {field.reference ? <ReferenceInput {...given} /> : <Input {...given} />}
      {below}
    </div>
  );
}

/** Marks a required field. */
export const Star = () => (
  <span class="star" aria-hidden="true" title={w.form.required}>
    {' *'}
  </span>
);

const isWide = (field: Field): boolean =>
  field.multiline === true || kindOf(field).structure !== undefined || isSeveral(field);
