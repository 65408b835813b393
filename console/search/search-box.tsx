/** A box for the global search, with the results below it. A scanned or typed code or address opens its row. */
import { useEffect, useRef, useState } from 'preact/hooks';
import { addStyle } from '../parts/later.tsx';
import { failureText } from '../parts/notices.tsx';
import { useSettled } from '../parts/time/settled.ts';
import { go, Link } from '../place/place.tsx';
import { consoleRoot } from '../service/address.ts';
import { withQuery } from '../service/call.ts';
import { may } from '../service/metadata.ts';
import { useQuery } from '../service/queries.ts';
import { present } from '../service/session.ts';
import { w } from '../words/words.ts';
import { readCode } from './code.ts';
import style from './found.css' with { type: 'text' };
import { type Found, groupsOf, isExactly, pathOf, type Scanned } from './found.ts';

addStyle(style);

interface SearchBoxProps {
  /** The initial search. */
  readonly first?: string;
  /** A code from the camera, if there is one. */
  readonly scanned?: string | null;
  /** Called with the search text. */
  onSearch?(text: string): void;
  /** Called when a result is opened. */
  onOpen?(): void;
}

const longest = 255;

export function SearchBox({ first = '', scanned = null, onSearch, onOpen }: SearchBoxProps) {
  const [text, setText] = useState(first);
  /** The text of the last Enter, until another one is typed: scanners type faster than results arrive. */
  const [entered, setEntered] = useState<{ readonly text: string } | null>(null);
  const answered = useRef(entered);
  const [told, setTold] = useState('');
  const box = useRef<HTMLDivElement>(null);
  const links = () => [...(box.current?.querySelectorAll<HTMLElement>('.found a') ?? [])];
  const settled = useSettled(text.trim());
  const sought = entered?.text ?? (readCode(settled, here()).kind === 'plain' ? settled : '');
  const { data, error, isPlaceholderData, isFetching } = useQuery<{ data: readonly Found[] }>(
    sought === '' ? null : withQuery('/search', { q: sought }),
    { keepPrevious: true },
  );
  const { data: scan, error: scanError } = useQuery<{ data: readonly Scanned[] }>(
    entered && withQuery('/scan', { code: entered.text }),
  );
  const found = sought === '' ? [] : (data?.body.data ?? []);
  const isThere = sought !== '' && data !== undefined && !isFetching && !isPlaceholderData;
  useEffect(() => onSearch?.(sought), [sought]);
  const open = (path: string) => {
    onOpen?.();
    go(path);
  };
  const enter = (given: string) => {
    const code = readCode(given, here());
    setText(given);
    if (code.kind === 'here') return open(code.path);
    if (code.kind === 'ours') return open(withQuery('/-/code', { code: code.text }));
    setTold(code.kind === 'elsewhere' ? w.search.elsewhere : '');
    if (code.kind === 'plain' && code.text !== '') setEntered({ text: code.text });
  };
  useEffect(() => {
    if (scanned !== null) enter(scanned);
  }, [scanned]);
  useEffect(() => {
    if (entered === null || !(scan ?? scanError) || answered.current === entered) return;
    const [holder, ...others] = scan?.body.data ?? [];
    if (holder && others.length === 0) {
      answered.current = entered;
      return open(pathOf(holder));
    }
    if (!isThere) return;
    answered.current = entered;
    const exact = found.filter((one) => isExactly(one, entered.text));
    const [only, another] = exact;
    if (only && !another) return open(pathOf(only));
    setTold(found.length === 0 ? '' : another ? w.search.several : w.search.similar);
    links()[0]?.focus();
  }, [entered, isThere, scan, scanError]);
  const status = error ? failureText(error) : isThere ? tellCount(found.length) : w.frame.loading;
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: arrows go between the box and the links in it
    <div ref={box} onKeyDown={(event) => goByArrows(event, links())}>
      <form
        class="search-form"
        onSubmit={(event) => {
          event.preventDefault();
          enter(text);
        }}
      >
        <label for="search">{w.search.label}</label>
        <input
          id="search"
          type="search"
          autocomplete="off"
          autocapitalize="none"
          spellcheck={false}
          enterKeyHint="go"
          maxLength={longest}
          aria-describedby="search-help"
          value={text}
          onInput={({ currentTarget: { value } }) => {
            setText(value);
            setEntered(null);
            setTold('');
          }}
        />
        <small id="search-help" class="help">
          {w.search.help}
        </small>
      </form>
      {told !== '' && <p class="hint">{told}</p>}
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: its links are clicked, by keys too */}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the same */}
      <div
        class="found"
        aria-busy={sought !== '' && !isThere}
        onClick={({ target }) => target instanceof Element && target.closest('a') && onOpen?.()}
      >
        <Groups found={found} sought={sought} />
      </div>
      <p class={found.length > 0 ? 'hidden' : 'nothing'} role="status">
        {sought !== '' && status}
      </p>
    </div>
  );
}

const tellCount = (count: number): string => (count === 0 ? w.search.none : w.list.found(count));

/** By the host of the page, and that of the service's own addresses. */
function here() {
  const [first] = present().resources;
  const own = first && URL.canParse(first.url) ? [new URL(first.url).host] : [];
  return { hosts: [location.host, ...own], root: consoleRoot };
}

function Groups({ found, sought }: { readonly found: readonly Found[]; readonly sought: string }) {
  const { resources, user } = present();
  const siteOf = ({ site_id: id }: Found) =>
    id === user.current_site_id ? undefined : user.sites.find((site) => site.id === id)?.name;
  return groupsOf(found, resources).map(({ resource, rows }) => (
    <section key={resource.path} aria-label={resource.labels.many}>
      <h2>{resource.labels.many}</h2>
      <ul class="lines">
        {rows.map((row) => (
          <li key={row.id}>
            <span class="line">
              {may(resource, 'view') ? <Link to={pathOf(row)}>{row.label}</Link> : row.label}
              <span class="of">{[row.note, siteOf(row)].filter(Boolean).join(' · ')}</span>
            </span>
          </li>
        ))}
      </ul>
      <Link to={withQuery(`/${resource.path}`, { search: sought })}>
        {w.search.all(resource.labels.many)}
      </Link>
    </section>
  ));
}

/** Arrow keys move from the box to the results, through them, and back. */
function goByArrows(event: KeyboardEvent, links: readonly HTMLElement[]): void {
  const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
  const at = event.target instanceof HTMLElement ? links.indexOf(event.target) : -1;
  if (step === 0 || links.length === 0 || (at < 0 && step < 0)) return;
  event.preventDefault();
  const next = links[at + step];
  if (next) next.focus();
  else if (step < 0) document.getElementById('search')?.focus();
}
