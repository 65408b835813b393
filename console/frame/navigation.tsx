/** What there is to open, in the groups and the order that views say. */

import { Icon } from '../parts/icon.tsx';
import { Link } from '../place/place.tsx';
import { may, type Resource } from '../service/metadata.ts';
import { w } from '../words/words.ts';

interface Group {
  readonly title: string;
  readonly resources: readonly Resource[];
}

/** Groups stand where their first resource does. */
function groupsOf(resources: readonly Resource[]): Group[] {
  const groups = new Map<string, Resource[]>();
  const listed = resources.filter((one) => may(one, 'list'));
  for (const resource of listed.toSorted((a, b) => a.view.order - b.view.order)) {
    groups.set(resource.view.group, [...(groups.get(resource.view.group) ?? []), resource]);
  }
  return [...groups].map(([title, all]) => ({ title, resources: all }));
}

interface NavigationProps {
  readonly resources: readonly Resource[];
  /** The first part of the present path. */
  readonly path: string | undefined;
}

export function Navigation({ resources, path }: NavigationProps) {
  const groups = groupsOf(resources);
  return (
    <nav id="nav" popover="auto" aria-label={w.frame.menu}>
      <ul>
        <li>
          <Link to="/" current={path === undefined}>
            <Icon name="gauge" />
            {w.frame.overview}
          </Link>
        </li>
      </ul>
      {groups.map(({ title, resources: inGroup }) => (
        <section key={title} aria-label={title}>
          <h2>{title}</h2>
          <ul>
            {inGroup.map((one) => (
              <li key={one.path}>
                <Link to={`/${one.path}`} current={one.path === path}>
                  <Icon name={one.view.icon} />
                  {one.labels.many}
                </Link>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </nav>
  );
}
