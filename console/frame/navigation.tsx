/** The navigation, in the groups and the order of views. */

import { useEffect } from 'preact/hooks';
import { Icon } from '../parts/icon.tsx';
import { Link } from '../place/place.tsx';
import { isDrawn, may, type Resource } from '../service/metadata.ts';
import { w } from '../words/words.ts';

interface Group {
  readonly title: string;
  readonly resources: readonly Resource[];
}

/** A group has the position of its first resource. */
function groupsOf(resources: readonly Resource[]): Group[] {
  const groups = new Map<string, Resource[]>();
  const listed = resources.filter((one) => may(one, 'list') && !one.view.bell && !one.view.account);
  for (const resource of listed) {
    groups.set(resource.view.group, [...(groups.get(resource.view.group) ?? []), resource]);
  }
  return [...groups].map(([title, all]) => ({ title, resources: all }));
}

interface NavigationProps {
  readonly resources: readonly Resource[];
  /** The first part of the present path. */
  readonly path: string | undefined;
  /** The second. */
  readonly page: string | undefined;
}

export function Navigation({ resources, path, page }: NavigationProps) {
  useEffect(() => {
    document.querySelector('#nav [aria-current]')?.scrollIntoView({ block: 'nearest' });
  }, [path]);
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
        {resources.some((one) => isDrawn(one, 'collection')) && (
          <li>
            <Link to="/-/figures" current={path === '-' && page === 'figures'}>
              <Icon name="chart" />
              {w.figures.title}
            </Link>
          </li>
        )}
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
