/** Buttons on the home page to create frequently used rows. */
import { Icon } from '../parts/icon.tsx';
import { Link } from '../place/place.tsx';
import { present } from '../service/session.ts';

export function Shortcuts() {
  const offered = present().resources.filter(({ view }) => view.shortcut);
  if (offered.length === 0) return null;
  return (
    <ul class="quick">
      {offered.map(({ path, labels, view }) => (
        <li key={path}>
          <Link class="button" to={`/${path}/new?back=/`}>
            <Icon name={view.icon} />
            {/* The plus sign must not be on a line of its own. */}
            <span>+&nbsp;{labels.one}</span>
          </Link>
        </li>
      ))}
    </ul>
  );
}
