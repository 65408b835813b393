/** The user's saved views: open, make initial, delete; and save the present one. */
import { useState } from 'preact/hooks';
import { closePanel } from '../../parts/panel.tsx';
import { keep } from '../../service/kept.ts';
import type { Resource } from '../../service/metadata.ts';
import { w } from '../../words/words.ts';
import { normalized } from '../address.ts';
import { goToList } from '../going.ts';
import { isStart, startQuery } from './first-query.ts';
import { useViews, viewsKey } from './kept-views.ts';
import { hasRoom, longestName, type SavedView, shownOf, withFirst, withoutView, withView } from './saved.ts';

interface ViewPanelProps {
  readonly panelId: string;
  readonly resource: Resource;
  readonly query: URLSearchParams;
}

export function ViewPanel({ panelId, resource, query }: ViewPanelProps) {
  const views = useViews(resource);
  const shown = shownOf(views, query);
  const [problem, setProblem] = useState('');
  const save = (next: readonly SavedView[]) => {
    const wasKept = keep(viewsKey(resource), next.length === 0 ? undefined : next);
    setProblem(wasKept ? '' : w.list.noRoom);
    return wasKept;
  };
  const open = (to: string) => {
    closePanel(panelId);
    goToList(resource, to);
  };
  const start = startQuery(resource);
  const isPlain = normalized(query) === '';
  return (
    <>
      <ul class="views">
        <li>
          <button type="button" class="plain open" aria-pressed={isPlain && !shown} onClick={() => open('')}>
            {w.list.allRows}
          </button>
        </li>
        {start !== '' && (
          <li>
            <button
              type="button"
              class="plain open"
              aria-pressed={isStart(resource, query) && !shown}
              onClick={() => open(start)}
            >
              {w.list.start}
            </button>
          </li>
        )}
        {views.map((view) => (
          <li key={view.name}>
            <button
              type="button"
              class="plain open"
              aria-pressed={view === shown}
              onClick={() => open(view.query)}
            >
              {view.name}
            </button>
            <label class="check">
              <input
                type="checkbox"
                checked={view.first === true}
                onChange={({ currentTarget: { checked } }) =>
                  save(withFirst(views, checked ? view.name : null))
                }
              />
              <span>
                {w.list.first}
                <span class="hidden">: {view.name}</span>
              </span>
            </label>
            <button
              type="button"
              class="plain"
              aria-label={`${w.list.remove}: ${view.name}`}
              onClick={() => save(withoutView(views, view.name))}
            >
              ×
            </button>
          </li>
        ))}
      </ul>
      <form
        class="save-view"
        onSubmit={(event) => {
          event.preventDefault();
          const form = event.currentTarget;
          const name = String(new FormData(form).get('view') ?? '').trim();
          if (name === '') return;
          if (!hasRoom(views, name, query)) setProblem(w.list.noRoom);
          else if (save(withView(views, name, query))) form.reset();
        }}
      >
        <label for="view-name">{w.list.saveView}</label>
        <span class="field-row">
          <input id="view-name" name="view" required maxLength={longestName} autocomplete="off" />
          <button type="submit">{w.list.save}</button>
        </span>
        <p class="error" role="alert">
          {problem}
        </p>
      </form>
    </>
  );
}
