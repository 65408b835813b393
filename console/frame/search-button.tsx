/** Opens the global search: a box, the key `/`, and on a phone a separate page. */
import { useEffect, useState } from 'preact/hooks';
import { Icon } from '../parts/icon.tsx';
import { later } from '../parts/later.tsx';
import { Link } from '../place/place.tsx';
import { isKeyOn } from '../service/kept.ts';
import { w } from '../words/words.ts';

const SearchDialog = later(async () => (await import('../search/search-dialog.tsx')).SearchDialog);

export function SearchButton() {
  const [isOpen, setIsOpen] = useState(false);
  useEffect(() => {
    const look = (event: KeyboardEvent) => {
      if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey) return;
      if (isTyped(event.target) || document.querySelector('dialog:modal') || !isKeyOn()) return;
      event.preventDefault();
      setIsOpen(true);
    };
    addEventListener('keydown', look);
    return () => removeEventListener('keydown', look);
  }, []);
  return (
    <>
      <button
        type="button"
        class="search-button"
        aria-label={w.search.title}
        aria-keyshortcuts="/"
        onClick={() => setIsOpen(true)}
      >
        <Icon name="search" />
        <span aria-hidden="true">{w.search.title}</span>
        <span class="key" aria-hidden="true">
          /
        </span>
      </button>
      <Link to="/-/search" class="button scan" label={w.search.title}>
        <Icon name="search" />
      </Link>
      {isOpen && <SearchDialog onClose={() => setIsOpen(false)} />}
    </>
  );
}

/** Whether the focused element accepts typing. */
const isTyped = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest('input, textarea, select, [contenteditable]') !== null;
