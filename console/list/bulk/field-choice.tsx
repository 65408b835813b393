/** Chooses a field, and the value that several rows will have in it. */

import { useState } from 'preact/hooks';
import { Control } from '../../form/controls/control.tsx';
import { findProblems } from '../../form/values/problems.ts';
import { isSeveral, kindOf } from '../../kinds/kinds.tsx';
import type { Field, Row } from '../../service/metadata.ts';
import { isEmpty } from '../../service/metadata.ts';
import { present } from '../../service/session.ts';
import { w } from '../../words/words.ts';
import type { Deed } from './possible.ts';

/** The possible changes of a field with several values. */
const ways = ['add', 'take', 'change'] as const;
type Way = (typeof ways)[number];

interface FieldChoiceProps {
  readonly fields: readonly Field[];
  /** Null while the value is not valid for a row. */
  choose(deed: Deed | null): void;
}

export function FieldChoice({ fields, choose }: FieldChoiceProps) {
  const [field, setField] = useState<Field | null>(null);
  const [value, setValue] = useState<unknown>(null);
  const [rows, setRows] = useState<readonly Row[]>([]);
  const [way, setWay] = useState<Way>('add');
  const decide = (of: Field | null, next: unknown, by = way) => {
    setField(of);
    setValue(next);
    setWay(by);
    choose(of && deedOf(of, next, by));
  };
  return (
    <>
      <div class="field">
        <label for="bulk-field">{w.list.field}</label>
        <select
          id="bulk-field"
          value={field?.name ?? ''}
          onChange={({ currentTarget }) => {
            const next = fields.find(({ name }) => name === currentTarget.value) ?? null;
            setRows([]);
            decide(next, next && emptyOf(next));
          }}
        >
          <option value="">{w.list.chooseField}</option>
          {fields.map(({ name, label }) => (
            <option key={name} value={name}>
              {label}
            </option>
          ))}
        </select>
      </div>
      {field && isSeveral(field) && (
        <fieldset class="ways">
          <legend class="hidden">{w.list.way}</legend>
          {ways.map((one) => (
            <label key={one} class="check">
              <input
                type="radio"
                name="bulk-way"
                checked={one === way}
                onChange={() => decide(field, value, one)}
              />
              <span>{w.list.ways[one]}</span>
            </label>
          ))}
        </fieldset>
      )}
      {field && (
        <Control
          key={field.name}
          field={field}
          id="bulk-value"
          value={value}
          required={!field.nullable}
          rows={rows}
          onRows={(known) => setRows((before) => [...before, ...known])}
          onChange={(next) => decide(field, next)}
        />
      )}
    </>
  );
}

/** The initial value of a field: an empty list for several values. */
function emptyOf(field: Field): unknown {
  if (kindOf(field).isYesNo) return field.nullable ? null : false;
  return isSeveral(field) ? [] : null;
}

/** The change of the field; null while the value is not valid. */
function deedOf(field: Field, value: unknown, way: Way): Deed | null {
  if (!isWhole(field, value)) return null;
  if (!isSeveral(field) || way === 'change') return { kind: 'change', name: field.name, value };
  return Array.isArray(value) && value.length > 0 ? { kind: way, name: field.name, value } : null;
}

/** Whether a row can have the value, which may be empty if the field allows it. */
function isWhole(field: Field, value: unknown): boolean {
  if (Object.keys(findProblems([field], { [field.name]: value }, present().meta.timezone)).length > 0)
    return false;
  return field.nullable || Array.isArray(value) || !isEmpty(value);
}
