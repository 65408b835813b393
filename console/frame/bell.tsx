/** The bell: the number of new notifications, and the latest ones. */
import { useEffect, useState } from 'preact/hooks';
import { Icon } from '../parts/icon.tsx';
import { later } from '../parts/later.tsx';
import { followChanges, unread } from '../parts/live.ts';
import { present } from '../service/session.ts';
import { useStore } from '../service/store.ts';
import { w } from '../words/words.ts';

const BellList = later(async () => (await import('../bell/bell-list.tsx')).BellList);

const id = 'bell';
/** The maximum that fits in the bar. */
const mostShown = 99;

export function Bell() {
  const count = useStore(unread);
  const [isOpen, setIsOpen] = useState(false);
  const { user, resources } = present();
  useEffect(() => followChanges(user.id), []);
  const resource = resources.find(({ view }) => view.bell);
  const bell = resource?.view.bell;
  if (!bell) return null;
  return (
    <>
      <button
        type="button"
        class="bell"
        popovertarget={id}
        aria-label={`${resource.labels.many}: ${w.bell.unread(count)}`}
      >
        <Icon name={resource.view.icon} />
        {count > 0 && (
          <span class="badge bad" aria-hidden="true">
            {count > mostShown ? `${mostShown}+` : count}
          </span>
        )}
      </button>
      <div
        id={id}
        popover="auto"
        class="panel bell-panel"
        role="dialog"
        aria-label={resource.labels.many}
        onBeforeToggle={({ newState }) => newState === 'open' && setIsOpen(true)}
        onToggle={({ newState }) => newState === 'closed' && setIsOpen(false)}
      >
        {isOpen && (
          <BellList
            resource={resource}
            bell={bell}
            close={() => document.getElementById(id)?.hidePopover()}
          />
        )}
      </div>
    </>
  );
}
