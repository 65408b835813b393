/** Links between pages, and the page size. */
import type { Page } from '../../service/metadata.ts';
import { w } from '../../words/words.ts';
import { pageSizes } from '../address.ts';
import { changeList } from '../going.ts';

interface PagesProps {
  readonly meta: Page['meta'];
  readonly perPage: number;
  choosePageSize(size: number): void;
}

export function Pages({ meta, perPage, choosePageSize }: PagesProps) {
  const { current_page: page, last_page: last, from, to, total } = meta;
  const [smallest = 0] = pageSizes;
  const sizes = pageSizes.includes(perPage) ? pageSizes : [perPage, ...pageSizes];
  return (
    <nav class="pages" aria-label={w.list.pages}>
      <Step to={page - 1} isThere={page > 1} label={w.list.previous} />
      <span>{w.list.range(from, to, total)}</span>
      <Step to={page + 1} isThere={page < last} label={w.list.next} />
      {total > smallest && (
        <select
          aria-label={w.list.pageSize}
          value={perPage}
          onChange={({ currentTarget: { value } }) => choosePageSize(Number(value))}
        >
          {sizes.map((size) => (
            <option key={size} value={size}>
              {w.list.perPage(size)}
            </option>
          ))}
        </select>
      )}
    </nav>
  );
}

interface StepProps {
  readonly to: number;
  readonly isThere: boolean;
  readonly label: string;
}

/** It keeps the focus even if it is no link any more. */
function Step({ to, isThere, label }: StepProps) {
  return (
    <button type="button" aria-disabled={!isThere} onClick={() => isThere && open(to)}>
      {label}
    </button>
  );
}

/** Another page starts at its top. */
function open(page: number): void {
  changeList({ page: String(page) });
  document.querySelector('main')?.scrollIntoView();
}
