/** The parts of a picker beside its input: the chosen rows, and the options. */
import { useLayoutEffect, useRef } from 'preact/hooks';
import { fieldOf, nameOf, type Page, type Row, wordOf } from '../../service/metadata.ts';
import { resourceAt } from '../../service/session.ts';
import { w } from '../../words/words.ts';
import { addStyle } from '../later.tsx';
import { failureText } from '../notices.tsx';
import { layBeside } from './beside.ts';
import style from './picker.css' with { type: 'text' };

addStyle(style);

export interface PickerProps {
  /** Of the input, for its label. */
  readonly id: string;
  readonly label: string;
  /** The address of the options: it takes `search`, and answers a page of rows. */
  readonly url: string;
  /** The display field of a row. */
  readonly display: string;
  /** Fields that are also shown, to distinguish equal names. */
  readonly fields: readonly string[];
  /** Path of the resource, for the labels of its values. */
  readonly resource?: string;
  readonly chosen: readonly Row[];
  readonly many: boolean;
  readonly clearable: boolean;
  readonly disabled?: boolean;
  readonly required?: boolean;
  readonly invalid?: boolean;
  /** Ids of the elements that describe it. */
  readonly describedBy?: string | undefined;
  onChange(chosen: readonly Row[]): void;
}

export const optionId = (id: string, row: number): string => `${id}-option-${row}`;

interface CalledProps extends PickerProps {
  /** The name of a row; in a tree with the path to it. */
  called(row: Row): string;
}

/** The chosen rows, each with a button to remove it. */
export function Chips({ id, label, chosen, disabled, called, onChange }: CalledProps) {
  if (chosen.length === 0) return null;
  const take = (row: Row) => {
    onChange(chosen.filter((one) => one.id !== row.id));
    document.getElementById(id)?.focus();
  };
  return (
    <ul class="chips" aria-label={label}>
      {chosen.map((row) => (
        <li key={row.id} class="chip">
          <span>{called(row)}</span>
          {!disabled && (
            <button
              type="button"
              class="plain"
              aria-label={`${w.form.take}: ${called(row)}`}
              onClick={() => take(row)}
            >
              ×
            </button>
          )}
        </li>
      ))}
    </ul>
  );
}

interface OptionsProps extends CalledProps {
  /** The result; undefined while there is none. */
  readonly page: Page | undefined;
  readonly error: Error | null;
  readonly isOpen: boolean;
  /** Whether the result belongs to the last request. */
  readonly isSettled: boolean;
  readonly activeId: number | null;
  choose(row: Row): void;
}

export function Options(props: OptionsProps) {
  const { id, label, many, chosen, page, error, isOpen, isSettled, activeId, called, choose } = props;
  const rows = page?.data ?? [];
  const box = useRef<HTMLDivElement>(null);
  const laid = useRef<ReturnType<typeof layBeside>>(null);
  useLayoutEffect(() => {
    const input = document.getElementById(id);
    laid.current = isOpen && box.current && input ? layBeside(box.current, input) : null;
    return () => laid.current?.end();
  }, [isOpen]);
  useLayoutEffect(() => laid.current?.place());
  const said = saidOf(page, error, isSettled);
  return (
    <div ref={box} class="options" popover="manual" hidden={!isOpen}>
      <div
        id={`${id}-list`}
        role="listbox"
        tabIndex={-1}
        onMouseDown={(event) => event.preventDefault()}
        aria-label={label}
        aria-multiselectable={many || undefined}
        aria-busy={isOpen && !isSettled}
      >
        {rows.map((row) => {
          const isChosen = chosen.some((one) => one.id === row.id);
          const hint = hintOf(row, props);
          return (
            // biome-ignore lint/a11y/useKeyWithClickEvents: its keys are those of the input, which keeps the focus
            <div
              key={row.id}
              tabIndex={-1}
              id={optionId(id, row.id)}
              role="option"
              aria-selected={many ? isChosen : row.id === activeId}
              class={`${row.id === activeId ? 'current' : ''} ${isChosen ? 'chosen' : ''}`}
              onClick={() => choose(row)}
            >
              <span>{called(row)}</span> {hint !== '' && <small>{hint}</small>}
            </div>
          );
        })}
      </div>
      <p class={rows.length > 0 && rows.length === page?.meta.total ? 'hidden' : ''} role="status">
        {isOpen ? said : ''}
      </p>
    </div>
  );
}

function saidOf(page: Page | undefined, error: Error | null, isSettled: boolean): string {
  if (error) return failureText(error);
  if (!page || !isSettled) return w.frame.loading;
  return w.form.results(page.data.length, page.meta.total);
}

/** The additional text of a row that distinguishes equal names. */
function hintOf(row: Row, { display, fields, resource }: PickerProps): string {
  const target = resourceAt(resource);
  const name = nameOf(row, display);
  return fields
    .filter((field) => field !== 'id' && field !== display)
    .map((field) => {
      const value = row[field];
      if (typeof value === 'object' && value !== null) return 'name' in value ? String(value.name) : '';
      const known = target && fieldOf(target, field);
      if (typeof value === 'boolean') return value ? (known?.label ?? '') : '';
      return (known && wordOf(known, value)?.label) ?? String(value ?? '');
    })
    .filter((text) => text !== '' && text !== name)
    .join(' · ');
}
