/** Thumbnails: each opens the full picture. */
import { Icon } from '../../parts/icon.tsx';
import type { Row } from '../../service/metadata.ts';
import { smallOf } from '../../service/seen/pictures.ts';
import { w } from '../../words/words.ts';
import { fileTitle } from './file-title.ts';
import { usePicture } from './use-picture.ts';

interface ThumbnailsProps {
  readonly rows: readonly Row[];
  /** Whether the service is unreachable. */
  readonly isAway: boolean;
  open(id: number): void;
}

export function Thumbnails({ rows, isAway, open }: ThumbnailsProps) {
  return (
    <ul class="pictures" aria-label={w.files.pictures}>
      {rows.map((row) => (
        <li key={row.id}>
          <button type="button" aria-label={w.files.open(fileTitle(row))} onClick={() => open(row.id)}>
            <Thumbnail row={row} isAway={isAway} />
          </button>
        </li>
      ))}
    </ul>
  );
}

function Thumbnail({ row, isAway }: { readonly row: Row; readonly isAway: boolean }) {
  const small = smallOf(row);
  const { src, onError } = usePicture(small, small, isAway);
  if (src === null) return <Icon name="camera" />;
  return <img src={src} alt="" loading="lazy" decoding="async" onError={onError} />;
}
