/** A notification: it opens its row, which may belong to another site. */
import { formatShort } from '../parts/format.ts';
import { lookForChanges } from '../parts/live.ts';
import { notifyFailure } from '../parts/notices.tsx';
import { Link } from '../place/place.tsx';
import { SwitchSite } from '../record/other-site.tsx';
import { type Bell, nameOf, type Resource, type Row, rowsUnder, titleOf } from '../service/metadata.ts';
import { send } from '../service/queries.ts';
import { present, zoneOf } from '../service/session.ts';
import { locale, w } from '../words/words.ts';

interface ToldProps {
  readonly resource: Resource;
  readonly bell: Bell;
  readonly row: Row;
  readonly onOpen?: () => void;
}

export function Told({ resource, bell, row, onOpen }: ToldProps) {
  const { user, resources } = present();
  const [site] = rowsUnder(row, 'site');
  const isElsewhere = site !== undefined && site.id !== user.current_site_id;
  const of = resources.find(({ name }) => name === row[bell.resource]);
  const isUnread = row[bell.unread] === true;
  const read = () => {
    if (isUnread) void markRead(resource, row);
  };
  const open = () => {
    read();
    onOpen?.();
  };
  const title = titleOf(resource, row);
  return (
    <li class={isUnread ? 'new' : ''}>
      {of ? (
        // If it is not visible from here, its page offers to switch the site.
        <Link to={`/${of.path}/${row[bell.record]}${isElsewhere ? `?site=${site.id}` : ''}`} onGo={open}>
          {title}
        </Link>
      ) : (
        <span>{title}</span>
      )}
      <small>
        {formatShort(String(row.created_at), { locale, timezone: zoneOf(row) })}
        {isElsewhere && ` · ${nameOf(site, 'name')}`}
        {isUnread && <span class="hidden"> · {w.bell.new}</span>}
      </small>
      {!of && isElsewhere && <SwitchSite site={{ id: site.id, name: nameOf(site, 'name') }} />}
      {isUnread && (
        <button type="button" class="plain" aria-label={`${w.bell.read}: ${title}`} onClick={read}>
          {w.bell.read}
        </button>
      )}
    </li>
  );
}

async function markRead(resource: Resource, row: Row): Promise<void> {
  try {
    await send(`/${resource.path}/${row.id}/read`, { method: 'POST' });
    await lookForChanges();
  } catch (error) {
    notifyFailure(error);
  }
}
