/** Thumbnails: each opens the full picture. */
import { Icon } from '../../parts/icon.tsx';
import { addressOf } from '../../service/address.ts';
import type { Row } from '../../service/metadata.ts';
import { w } from '../../words/words.ts';
import { fileTitle } from './file-title.ts';

/** The maximum size in bytes of a picture that is its own thumbnail. */
const small = 256 * 1024;

interface ThumbnailsProps {
  readonly rows: readonly Row[];
  open(id: number): void;
}

export function Thumbnails({ rows, open }: ThumbnailsProps) {
  return (
    <ul class="pictures" aria-label={w.files.pictures}>
      {rows.map((row) => {
        const address = smallOf(row);
        return (
          <li key={row.id}>
            <button type="button" aria-label={w.files.open(fileTitle(row))} onClick={() => open(row.id)}>
              {address === null ? (
                <Icon name="camera" />
              ) : (
                <img src={address} alt="" loading="lazy" decoding="async" />
              )}
            </button>
          </li>
        );
      })}
    </ul>
  );
}

/** The address of a thumbnail; null if the picture is too large for one. */
function smallOf({ thumbnail_url: thumbnail, url, size }: Row): string | null {
  if (typeof thumbnail === 'string') return addressOf(thumbnail);
  return Number(size) <= small ? addressOf(String(url)) : null;
}
