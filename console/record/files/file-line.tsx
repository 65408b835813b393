/** A file with its name, size, author and time, and its actions. */
import { Clock, Shown } from '../../kinds/value.tsx';
import { formatSize } from '../../parts/format.ts';
import { Link, usePlace } from '../../place/place.tsx';
import { addressOf } from '../../service/address.ts';
import { withQuery } from '../../service/call.ts';
import { fieldOf, type Resource, type Row } from '../../service/metadata.ts';
import { zoneOf } from '../../service/session.ts';
import { locale, w } from '../../words/words.ts';

interface FileProps {
  readonly hung: Resource;
  readonly row: Row;
}

interface ActsProps extends FileProps {
  remove(row: Row): void;
}

export function FileLine({ hung, row, remove }: ActsProps) {
  return (
    <div class="line">
      <div>
        <strong>{String(row.name)}</strong>
        {row.caption ? <p>{String(row.caption)}</p> : null}
        <FileFacts hung={hung} row={row} />
      </div>
      <FileActs hung={hung} row={row} remove={remove} />
    </div>
  );
}

/** Size, author and time. */
export function FileFacts({ hung, row }: FileProps) {
  const author = fieldOf(hung, 'created_by_id');
  return (
    <p class="soft">
      {formatSize(Number(row.size), locale)}
      {' · '}
      {author && <Shown field={author} row={row} plain />}
      {' · '}
      <Clock value={String(row.created_at)} zone={zoneOf(row)} />
    </p>
  );
}

/** The user's actions on a file. */
export function FileActs({ hung, row, remove }: ActsProps) {
  const { parts, query } = usePlace();
  const back = withQuery(`/${parts.join('/')}`, Object.fromEntries(query));
  const name = String(row.name);
  return (
    <p class="buttons">
      <a class="button" href={`${addressOf(String(row.url))}?download=true`} download={name}>
        <span class="hidden">{w.files.downloadOne(name)}</span>
        <span aria-hidden="true">{w.files.download}</span>
      </a>
      {row.can?.update && (
        <Link class="button" to={withQuery(`/${hung.path}/${row.id}/edit`, { back })}>
          <span class="hidden">{w.files.editOne(name)}</span>
          <span aria-hidden="true">{w.record.edit}</span>
        </Link>
      )}
      {row.can?.delete && (
        <button type="button" aria-label={w.files.removeOne(name)} onClick={() => remove(row)}>
          {w.record.remove}
        </button>
      )}
    </p>
  );
}
