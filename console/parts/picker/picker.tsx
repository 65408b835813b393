/**
 * A picker for rows: the combobox of the ARIA Authoring Practices (list autocomplete, manual selection). The service searches, so
 * that it works with any number of rows.
 */
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { withQuery } from '../../service/call.ts';
import { nameOf, type Page, type Row } from '../../service/metadata.ts';
import { useQuery } from '../../service/queries.ts';
import { usePaths } from '../../service/tree.ts';
import { w } from '../../words/words.ts';
import { useSettled } from '../time/settled.ts';
import { Chips, Options, optionId, type PickerProps } from './picker-list.tsx';

const perPage = 50;

export function Picker(props: PickerProps) {
  const { id, url, display, chosen, many, clearable, disabled = false, onChange } = props;
  /** The typed text; null if there is none, and the name of the chosen row is shown. */
  const [typed, setTyped] = useState<string | null>(null);
  const [isOpen, setIsOpen] = useState(false);
  const [activeId, setActiveId] = useState<number | null>(null);
  const input = useRef<HTMLInputElement>(null);
  const search = useSettled(typed?.trim() ?? '');
  const found = useQuery<Page>(isOpen ? withQuery(url, { search, per_page: perPage }) : null, {
    keepPrevious: true,
  });
  const path = usePaths(isOpen || chosen.length > 0 ? props.resource : undefined);
  const called = (row: Row) => path(row, nameOf(row, display));
  const page = isOpen ? found.data?.body : undefined;
  const rows = page?.data ?? [];
  const isSettled = !found.isFetching && search === (typed?.trim() ?? '');
  useLayoutEffect(() => {
    const option = activeId === null ? null : document.getElementById(optionId(id, activeId));
    option?.scrollIntoView({ block: 'nearest' });
  }, [activeId]);
  const close = () => {
    setIsOpen(false);
    setTyped(null);
    setActiveId(null);
  };
  const choose = (row: Row) => {
    if (!many) {
      onChange([row]);
      return close();
    }
    const without = chosen.filter((one) => one.id !== row.id);
    onChange(without.length < chosen.length ? without : [...chosen, row]);
    setTyped(null);
  };
  const leave = () => {
    if (typed === '' && clearable && !many && chosen.length > 0) onChange([]);
    const [same, another] = rows.filter((row) => isTyped(nameOf(row, display), typed));
    if (isSettled && same && !another && !chosen.some((one) => one.id === same.id)) choose(same);
    close();
  };
  const move = (step: 1 | -1) => {
    const at = rows.findIndex((row) => row.id === activeId);
    const next = at < 0 && step < 0 ? rows.length - 1 : (at + step + rows.length) % rows.length;
    setActiveId(rows[next]?.id ?? null);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    switch (event.key) {
      case 'ArrowDown':
      case 'ArrowUp':
        event.preventDefault();
        if (isOpen) move(event.key === 'ArrowDown' ? 1 : -1);
        else setIsOpen(true);
        return;
      case 'Enter': {
        if (!isOpen) return;
        event.preventDefault();
        const [only, another] = rows;
        const active = rows.find((row) => row.id === activeId);
        // A text that matches only one row chooses that row: bar code scanners type like this.
        if (active) choose(active);
        else if (typed !== null && isSettled && only && !another) choose(only);
        return;
      }
      case 'Escape':
        if (!isOpen) return;
        // The surrounding dialog stays open.
        event.preventDefault();
        event.stopPropagation();
        return close();
      case 'Backspace':
        if (many && (typed ?? '') === '') onChange(chosen.slice(0, -1));
    }
  };
  const [first] = chosen;
  const shown = typed ?? (many || !first ? '' : called(first));
  return (
    <div
      class="picker"
      onFocusOut={({ currentTarget, relatedTarget }) => {
        if (isOpen && !(relatedTarget instanceof Node && currentTarget.contains(relatedTarget))) leave();
      }}
    >
      {many && <Chips {...props} called={called} />}
      <span class="picker-box">
        <input
          ref={input}
          id={id}
          role="combobox"
          autocomplete="off"
          autocapitalize="none"
          spellcheck={false}
          aria-autocomplete="list"
          aria-expanded={isOpen}
          aria-controls={`${id}-list`}
          aria-activedescendant={isOpen && activeId !== null ? optionId(id, activeId) : undefined}
          aria-required={props.required || undefined}
          aria-invalid={props.invalid || undefined}
          aria-describedby={props.describedBy}
          disabled={disabled}
          placeholder={w.form.choose}
          value={shown}
          onInput={(event) => {
            setTyped(event.currentTarget.value);
            setActiveId(null);
            setIsOpen(true);
          }}
          onClick={(event) => {
            if (!isOpen) event.currentTarget.select();
            setIsOpen(true);
          }}
          onKeyDown={onKeyDown}
        />
        {clearable && !many && first && !disabled && (
          <button
            type="button"
            class="plain"
            aria-label={`${w.form.clear}: ${props.label}`}
            onClick={() => {
              onChange([]);
              close();
              input.current?.focus();
            }}
          >
            ×
          </button>
        )}
      </span>
      <Options
        {...props}
        called={called}
        page={page}
        error={isOpen && !page ? found.error : null}
        isOpen={isOpen}
        isSettled={isSettled}
        activeId={activeId}
        choose={(row) => {
          choose(row);
          input.current?.focus();
        }}
      />
    </div>
  );
}

const isTyped = (name: string, typed: string | null): boolean =>
  typed !== null && name.toLowerCase() === typed.trim().toLowerCase();
