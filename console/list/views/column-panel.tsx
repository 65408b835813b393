/** The columns of a list, and their order. */
import { useLayoutEffect, useRef } from 'preact/hooks';
import { fieldsOf, type Resource } from '../../service/metadata.ts';
import { w } from '../../words/words.ts';
import { moved, showable } from '../columns.ts';

interface ColumnPanelProps {
  readonly resource: Resource;
  readonly columns: readonly string[];
  /** Null for the default ones. */
  choose(columns: readonly string[] | null): void;
}

export function ColumnPanel({ resource, columns, choose }: ColumnPanelProps) {
  const others = showable(resource).filter(({ name }) => !columns.includes(name));
  const toggled = useRef<string | null>(null);
  // A moved column changes its position; the focus follows it.
  useLayoutEffect(() => {
    if (toggled.current !== null) document.getElementById(toggled.current)?.focus();
    toggled.current = null;
  }, [columns]);
  const toggle = (name: string, next: readonly string[]) => {
    toggled.current = idOf(name);
    choose(next);
  };
  return (
    <>
      <ul class="column-choice">
        {fieldsOf(resource, columns).map(({ name, label }, index) => (
          <li key={name}>
            <label class="check" for={idOf(name)}>
              <input
                id={idOf(name)}
                type="checkbox"
                checked
                disabled={columns.length === 1}
                onChange={() =>
                  toggle(
                    name,
                    columns.filter((one) => one !== name),
                  )
                }
              />
              {label}
            </label>
            <Mover
              label={`${w.list.earlier}: ${label}`}
              sign="↑"
              isPossible={index > 0}
              move={() => choose(moved(columns, name, -1))}
            />
            <Mover
              label={`${w.list.later}: ${label}`}
              sign="↓"
              isPossible={index < columns.length - 1}
              move={() => choose(moved(columns, name, 1))}
            />
          </li>
        ))}
        {others.map(({ name, label }) => (
          <li key={name}>
            <label class="check" for={idOf(name)}>
              <input
                id={idOf(name)}
                type="checkbox"
                checked={false}
                onChange={() => toggle(name, [...columns, name])}
              />
              {label}
            </label>
          </li>
        ))}
      </ul>
      <button type="button" onClick={() => choose(null)}>
        {w.list.usualColumns}
      </button>
    </>
  );
}

const idOf = (name: string): string => `column-${name}`;

interface MoverProps {
  readonly label: string;
  readonly sign: string;
  readonly isPossible: boolean;
  move(): void;
}

function Mover({ label, sign, isPossible, move }: MoverProps) {
  return (
    <button
      type="button"
      class="plain"
      aria-label={label}
      aria-disabled={!isPossible}
      onClick={() => isPossible && move()}
    >
      {sign}
    </button>
  );
}
