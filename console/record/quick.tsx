/** Quick creates: large buttons for users in front of a machine. */
import { Icon } from '../parts/icon.tsx';
import { later } from '../parts/later.tsx';
import { Link } from '../place/place.tsx';
import { withQuery } from '../service/call.ts';
import { fieldOf, may, type Resource, type Row } from '../service/metadata.ts';
import { resourceAt } from '../service/session.ts';
import { backFrom, isOffered, quickQuery } from './layout.ts';

const ToggleButton = later(async () => (await import('./act/toggle-button.tsx')).ToggleButton);

export function QuickCreates({ resource, row }: { readonly resource: Resource; readonly row: Row }) {
  const offered = resource.view.quick.flatMap((quick) => {
    const target = resourceAt(quick.create);
    if (!target || !(quick.toggle || may(target, 'create'))) return [];
    const filled = Object.entries(quick.with).flatMap(
      ([name, from]) => (from === 'id' && fieldOf(target, name)) || [],
    );
    if (!filled.every((field) => isOffered(field, row))) return [];
    return [
      {
        ...{ target, quick },
        label: quick.title ?? target.labels.one,
        query: { ...quickQuery(quick, row), back: backFrom(target.path, resource, row) },
      },
    ];
  });
  if (offered.length === 0) return null;
  return (
    <ul class="quick">
      {offered.map(({ target, quick, label, query }) =>
        quick.toggle ? (
          <ToggleButton
            key={`${target.path} ${quick.toggle.on}`}
            {...{ target, row, toggle: quick.toggle, given: quick.with }}
          />
        ) : (
          <li key={`${target.path} ${label}`}>
            <Link class="button" to={withQuery(`/${target.path}/new`, query)}>
              <Icon name={target.view.icon} />
              <span>+&nbsp;{label}</span>
            </Link>
          </li>
        ),
      )}
    </ul>
  );
}
