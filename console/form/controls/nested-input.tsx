/** A value with parts of its own, by its schema: a list of entries, or one. */

import type { FunctionComponent } from 'preact';
import { inputOf } from '../../kinds/inputs.tsx';
import type { ControlProps, InputProps } from '../../kinds/props.ts';
import type { FieldErrors } from '../../service/failure.ts';
import { w } from '../../words/words.ts';
import { type Shape, shapeOf } from '../values/parts.ts';
import { rowsOfPart } from '../values/references.ts';
import { isObject, type Values } from '../values/values.ts';

interface NestedProps extends InputProps {
  /** What a part of it is filled in with: any control. */
  readonly Part: FunctionComponent<ControlProps>;
}

export function NestedInput(props: NestedProps) {
  const { id, field, value, disabled = false, onChange } = props;
  const shape = shapeOf(field);
  // A shape of which nothing is known is written in JSON.
  const Whole = inputOf(field);
  if (!shape) return <Whole {...props} id={`${id}.json`} />;
  if (!shape.isList) return <Entry {...props} shape={shape} entry={isObject(value) ? value : {}} path="" />;
  const entries = Array.isArray(value) ? value.map((one) => (isObject(one) ? one : {})) : [];
  const focus = (index: number) =>
    requestAnimationFrame(() =>
      (document.getElementById(`${id}.${index}`) ?? document.getElementById(id))?.focus(),
    );
  return (
    <>
      {entries.map((entry, index) => (
        <fieldset key={index} id={`${id}.${index}`} class="entry" tabIndex={-1}>
          <legend class="hidden">{`${field.label} ${index + 1}`}</legend>
          <Entry
            {...props}
            shape={shape}
            entry={entry}
            path={`${index}.`}
            onChange={(next) => onChange(entries.with(index, isObject(next) ? next : {}))}
          />
          {!disabled && (
            <button
              type="button"
              class="plain"
              aria-label={`${w.form.take}: ${field.label} ${index + 1}`}
              onClick={() => {
                onChange(entries.toSpliced(index, 1));
                focus(Math.max(0, index - 1));
              }}
            >
              ×
            </button>
          )}
        </fieldset>
      ))}
      {!disabled && entries.length < shape.most && (
        <button
          type="button"
          class="add"
          onClick={() => {
            onChange([...entries, {}]);
            focus(entries.length);
          }}
        >
          {w.form.add}
          <span class="hidden">: {field.label}</span>
        </button>
      )}
    </>
  );
}

interface EntryProps extends NestedProps {
  readonly shape: Shape;
  readonly entry: Values;
  /** Empty, or the place in the list with a dot. */
  readonly path: string;
}

function Entry({
  Part,
  id,
  shape,
  entry,
  path,
  stored,
  partMessages = {},
  beside,
  disabled,
  onChange,
}: EntryProps) {
  return shape.parts
    .filter((part) => !part.read_only)
    .map((part) => {
      const key = path + part.name;
      return (
        <Part
          key={part.name}
          field={part}
          id={`${id}.${key}`}
          value={entry[part.name]}
          required={part.required}
          disabled={disabled ?? false}
          messages={messagesAt(partMessages, key)}
          beside={{ ...beside, ...entry }}
          rows={rowsOfPart(stored, part.name)}
          onChange={(next) => onChange({ ...entry, [part.name]: next })}
        />
      );
    });
}

/** What is wrong with a part or with what belongs to it. */
function messagesAt(errors: FieldErrors, path: string): readonly string[] {
  return Object.entries(errors)
    .filter(([name]) => name === path || name.startsWith(`${path}.`))
    .flatMap(([, messages]) => messages);
}
