/** The search as a dialog over the open page; opening a result closes it. */
import { Dialog } from '../parts/dialog.tsx';
import { keyOf } from '../service/first/read-kept.ts';
import { keep, searchKey, useKept } from '../service/kept.ts';
import { w } from '../words/words.ts';
import { SearchBox } from './search-box.tsx';

export function SearchDialog({ onClose }: { onClose(): void }) {
  const isOn = useKept(keyOf(searchKey)) !== false;
  return (
    <Dialog title={w.search.title} onClose={onClose} wide>
      <SearchBox onOpen={onClose} />
      <p class="buttons">
        <label class="check">
          <input
            type="checkbox"
            checked={isOn}
            onChange={({ currentTarget: { checked } }) => keep(keyOf(searchKey), checked ? undefined : false)}
          />
          {w.search.key}
        </label>
        <button type="button" onClick={onClose}>
          {w.frame.close}
        </button>
      </p>
    </Dialog>
  );
}
