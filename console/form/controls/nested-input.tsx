/** The input of a nested value: a list of entries, or a single one. */

import type { FunctionComponent } from 'preact';
import { useState } from 'preact/hooks';
import { inputOf } from '../../kinds/inputs.tsx';
import { isObject } from '../../kinds/nested.ts';
import type { ControlProps, InputProps } from '../../kinds/props.ts';
import { dragging, dropping } from '../../parts/moves.tsx';
import type { FieldErrors } from '../../service/failure.ts';
import { w } from '../../words/words.ts';
import { isNeeded } from '../values/dependence.ts';
import { askedParts, copyOf, newEntry, type Shape, shapeOf, withPart } from '../values/parts.ts';
import { rowsOfPart } from '../values/references.ts';
import type { Values } from '../values/values.ts';

interface NestedProps extends InputProps {
  /** The control for a part of it. */
  readonly Part: FunctionComponent<ControlProps>;
}

export function NestedInput(props: NestedProps) {
  const { id, field, value } = props;
  const shape = shapeOf(field);
  // A value of unknown shape is edited as JSON.
  const Whole = inputOf(field);
  if (!shape) return <Whole {...props} id={`${id}.json`} />;
  if (!shape.isList) return <Entry {...props} shape={shape} entry={isObject(value) ? value : {}} path="" />;
  return <List {...props} shape={shape} />;
}

/** Entries, each with its buttons. */
function List(props: NestedProps & { readonly shape: Shape }) {
  const { id, field, value, shape, disabled = false, onChange } = props;
  const [dragged, drag] = useState<number | null>(null);
  const entries = Array.isArray(value) ? value.map((one) => (isObject(one) ? one : {})) : [];
  /** @param tool the pressed button: the focus moves with its entry */
  const put = (next: readonly Values[], index: number, tool = '') => {
    onChange(next);
    const ids = [`${id}.${index}${tool}`, `${id}.${index}`, id];
    requestAnimationFrame(() =>
      ids
        .map((one) => document.getElementById(one))
        .find((one) => one !== null)
        ?.focus(),
    );
  };
  const insert = (index: number, entry: Values) => put(entries.toSpliced(index, 0, entry), index);
  const move = (from: number, to: number, tool?: string) =>
    put(entries.toSpliced(from, 1).toSpliced(to, 0, entries[from] ?? {}), to, tool);
  const isFull = entries.length >= shape.most;
  return (
    <>
      {entries.map((entry, index) => {
        const button = (label: string, text: string, act: () => void, tool?: string) => (
          <button
            type="button"
            class="plain"
            id={tool && `${id}.${index}${tool}`}
            aria-label={`${label}: ${field.label} ${index + 1}`}
            onClick={act}
          >
            {text}
          </button>
        );
        return (
          <fieldset
            key={index}
            id={`${id}.${index}`}
            class={shape.isOrdered ? 'entry placed' : 'entry'}
            tabIndex={-1}
            {...dropping(dragged !== null, () => dragged !== null && move(dragged, index))}
          >
            <legend class="hidden">{`${field.label} ${index + 1}`}</legend>
            {shape.isOrdered && (
              <div class="tools" {...dragging({ drag }, index, !disabled)}>
                <strong>{index + 1}</strong>
                {!disabled && (
                  <>
                    {index > 0 && button(w.form.higher, '↑', () => move(index, index - 1, '-up'), '-up')}
                    {index < entries.length - 1 &&
                      button(w.form.lower, '↓', () => move(index, index + 1, '-down'), '-down')}
                    {!isFull && button(w.form.copy, w.form.copy, () => insert(index + 1, copyOf(entry)))}
                  </>
                )}
              </div>
            )}
            <Entry
              {...props}
              entry={entry}
              path={`${index}.`}
              onChange={(next) => onChange(entries.with(index, isObject(next) ? next : {}))}
            />
            {!disabled &&
              button(w.form.take, '×', () => put(entries.toSpliced(index, 1), Math.max(0, index - 1)))}
          </fieldset>
        );
      })}
      {!disabled && !isFull && (
        <button type="button" class="add" onClick={() => insert(entries.length, newEntry(shape))}>
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
  /** Empty, or the position in the list with a dot. */
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
  return askedParts(shape, entry).map((part) => {
    const key = path + part.name;
    return (
      <Part
        key={part.name}
        field={part}
        id={`${id}.${key}`}
        value={entry[part.name]}
        required={isNeeded({ alternative: null }, part, entry, null)}
        disabled={disabled ?? false}
        messages={messagesAt(partMessages, key)}
        beside={{ ...beside, ...entry }}
        rows={rowsOfPart(stored, part)}
        onChange={(next) => onChange(withPart(shape, entry, part, next))}
      />
    );
  });
}

/** The errors of a part, and of its own parts. */
function messagesAt(errors: FieldErrors, path: string): readonly string[] {
  return Object.entries(errors)
    .filter(([name]) => name === path || name.startsWith(`${path}.`))
    .flatMap(([, messages]) => messages);
}
