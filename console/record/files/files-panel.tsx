/** The files of a row: thumbnails of pictures, names of others, and the means to add files. */
import { useState } from 'preact/hooks';
import { addStyle } from '../../parts/later.tsx';
import { Problem, Waiting } from '../../parts/waiting.tsx';
import { Link } from '../../place/place.tsx';
import type { Page, Row } from '../../service/metadata.ts';
import { useQuery } from '../../service/queries.ts';
import { hungPath } from '../../service/seen/hung.ts';
import { w } from '../../words/words.ts';
import { DeleteDialog } from '../act/delete-dialog.tsx';
import type { Hanging } from '../hanging.ts';
import { AddFiles } from './add-files.tsx';
import { FileLine } from './file-line.tsx';
import style from './files.css' with { type: 'text' };
import { Thumbnails } from './thumbnails.tsx';
import { Viewer } from './viewer.tsx';

addStyle(style);

interface FilesPanelProps {
  readonly hanging: Hanging;
  /** Whether files can be added to the row here. */
  readonly isHere: boolean;
}

export function FilesPanel({ hanging, isHere }: FilesPanelProps) {
  const { hung, path, adds, count } = hanging;
  const [opened, setOpened] = useState<number | null>(null);
  const [removed, setRemoved] = useState<Row | null>(null);
  const { data, error, refetch } = useQuery<Page>(count === 0 ? null : hungPath(path, hanging));
  const isAway = data?.kept !== undefined;
  // What is added needs no list.
  const { data: rows, meta } = data?.body ?? { data: [], meta: { total: 0 } };
  const pictures = rows.filter(({ is_image: isImage }) => isImage === true);
  const others = rows.filter((row) => !pictures.includes(row));
  const remove = (row: Row) => {
    setOpened(null);
    setRemoved(row);
  };
  const current = pictures.find(({ id }) => id === opened);
  return (
    <section class="files" aria-label={hung.labels.many}>
      {adds && isHere && <AddFiles hanging={hanging} />}
      {!data && count > 0 && (error ? <Problem error={error} retry={() => void refetch()} /> : <Waiting />)}
      {rows.length === 0 && (data || count === 0) && <p class="nothing">{w.record.noneYet}</p>}
      {pictures.length > 0 && <Thumbnails rows={pictures} isAway={isAway} open={setOpened} />}
      {others.length > 0 && (
        <ul class="lines" aria-label={w.files.others}>
          {others.map((row) => (
            <li key={row.id}>
              <FileLine hung={hung} row={row} remove={remove} />
            </li>
          ))}
        </ul>
      )}
      {meta.total > rows.length && (
        <p class="buttons">
          <Link to={path}>{w.record.showAll(meta.total)}</Link>
        </p>
      )}
      {current && (
        <Viewer
          {...{ hung, rows: pictures, row: current, isAway, remove, show: setOpened }}
          close={() => setOpened(null)}
        />
      )}
      {removed && (
        <DeleteDialog
          resource={hung}
          row={removed}
          etag={null}
          onClose={() => setRemoved(null)}
          onDone={() => setRemoved(null)}
        />
      )}
    </section>
  );
}
