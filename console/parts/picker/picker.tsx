/**
 * A picker for rows: the combobox of the ARIA Authoring Practices (list autocomplete, manual selection). The service searches, so
 * that it works with any number of rows.
 */
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
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
  /** Whether the user has been told that a text which was left is no choice. */
  const [isTold, setIsTold] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const box = useRef<HTMLDivElement>(null);
  const text = typed?.trim() ?? '';
  const isLeft = !isOpen && text !== '';
  const search = useSettled(text);
  const found = useQuery<Page>(isOpen || isLeft ? withQuery(url, { search, per_page: perPage }) : null, {
    keepPrevious: true,
  });
  const path = usePaths(isOpen || chosen.length > 0 ? props.resource : undefined);
  const called = (row: Row) => path(row, nameOf(row, display));
  const page = isOpen || isLeft ? found.data?.body : undefined;
  const rows = page?.data ?? [];
  const isSettled = !found.isFetching && !found.isPlaceholderData && search === text;
  const isNamed = (row: Row) => isTyped(nameOf(row, display), text) || isTyped(called(row), text);
  const [first] = chosen;
  const [named = null, another] = isSettled && text !== '' ? rows.filter(isNamed) : [];
  const meant = another ? null : named;
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
  const take = (row: Row) => {
    if (!chosen.some((one) => one.id === row.id)) choose(row);
    close();
  };
  const leave = () => {
    if (typed === '' && clearable && !many && first) onChange([]);
    if (meant) return take(meant);
    if (text === '' || (!many && first && isNamed(first))) return close();
    // Its text stays. A form tells of it when it is sent: a message now could move the button that is being pressed.
    setIsOpen(false);
    setActiveId(null);
    setIsTold(!input.current?.form);
  };
  // A button that is pressed takes the focus in some browsers only.
  useEffect(() => {
    if (!isOpen) return;
    const press = ({ target }: Event) => {
      if (!(target instanceof Node && box.current?.contains(target))) leave();
    };
    addEventListener('pointerdown', press, { capture: true });
    return () => removeEventListener('pointerdown', press, { capture: true });
  });
  // The answer to a text that was left.
  useEffect(() => {
    if (isLeft && meant) take(meant);
  }, [isLeft, meant]);
  useLayoutEffect(() => {
    const form = input.current?.form;
    if (!form || text === '') return;
    const refuse = (event: Event) => {
      event.preventDefault();
      event.stopImmediatePropagation();
      setIsOpen(false);
      setIsTold(true);
      const folded = input.current?.closest('details');
      if (folded) folded.open = true;
      input.current?.focus();
    };
    form.addEventListener('submit', refuse, { capture: true });
    return () => form.removeEventListener('submit', refuse, { capture: true });
  }, [text]);
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
        if (!isOpen && !isLeft) return;
        // The surrounding dialog stays open.
        event.preventDefault();
        event.stopPropagation();
        return close();
      case 'Backspace':
        if (many && (typed ?? '') === '') onChange(chosen.slice(0, -1));
    }
  };
  const leftId = isLeft && isTold ? `${id}-left` : undefined;
  const shown = typed ?? (many || !first ? '' : called(first));
  return (
    <div
      ref={box}
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
          aria-invalid={props.invalid || (isLeft && isSettled) || leftId !== undefined || undefined}
          aria-describedby={[props.describedBy, leftId].filter(Boolean).join(' ') || undefined}
          disabled={disabled}
          placeholder={w.form.choose}
          value={shown}
          onInput={(event) => {
            setTyped(event.currentTarget.value);
            setActiveId(null);
            setIsTold(false);
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
      {leftId && (
        <p id={leftId} class="error">
          {w.form.notChosen}
        </p>
      )}
      <Options
        {...props}
        called={called}
        page={isOpen ? page : undefined}
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

const isTyped = (name: string, text: string): boolean => name.toLowerCase() === text.toLowerCase();
