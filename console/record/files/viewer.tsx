/** A full picture, with links to the previous and the next one. */
import { useEffect } from 'preact/hooks';
import { Dialog } from '../../parts/dialog.tsx';
import { addressOf } from '../../service/address.ts';
import type { Resource, Row } from '../../service/metadata.ts';
import { smallOf } from '../../service/seen/pictures.ts';
import { w } from '../../words/words.ts';
import { FileActs, FileFacts } from './file-line.tsx';
import { fileTitle } from './file-title.ts';
import { usePicture } from './use-picture.ts';

interface ViewerProps {
  readonly hung: Resource;
  /** All pictures, in order. */
  readonly rows: readonly Row[];
  readonly row: Row;
  /** Whether the service is unreachable. */
  readonly isAway: boolean;
  show(id: number): void;
  remove(row: Row): void;
  close(): void;
}

export function Viewer({ hung, rows, row, isAway, show, remove, close }: ViewerProps) {
  const at = rows.indexOf(row);
  const go = (step: number) => {
    const other = rows[(at + step + rows.length) % rows.length];
    if (other) show(other.id);
  };
  useEffect(() => {
    const press = ({ key }: KeyboardEvent) => {
      if (key === 'ArrowLeft') go(-1);
      if (key === 'ArrowRight') go(1);
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, [row, rows]);
  return (
    <Dialog title={String(row.name)} onClose={close} wide>
      <div class="viewer">
        <FullPicture key={row.id} row={row} isAway={isAway} />
        {row.caption ? <p>{String(row.caption)}</p> : null}
        <FileFacts hung={hung} row={row} />
        {rows.length > 1 && (
          <p class="buttons turn">
            <button type="button" aria-label={w.files.previous} onClick={() => go(-1)}>
              ‹
            </button>
            <span aria-live="polite">{w.files.place(at + 1, rows.length)}</span>
            <button type="button" aria-label={w.files.next} onClick={() => go(1)}>
              ›
            </button>
          </p>
        )}
        <FileActs hung={hung} row={row} remove={remove} />
        <p class="buttons">
          <button type="button" onClick={close}>
            {w.frame.close}
          </button>
        </p>
      </div>
    </Dialog>
  );
}

function FullPicture({ row, isAway }: Pick<ViewerProps, 'row' | 'isAway'>) {
  const { width, height } = row;
  const { src, isKept, onError } = usePicture(addressOf(String(row.url)), smallOf(row), isAway);
  return (
    <>
      {src !== null && (
        <img
          src={src}
          alt={fileTitle(row)}
          onError={onError}
          {...(typeof width === 'number' && typeof height === 'number' && { width, height })}
        />
      )}
      {isKept && <p class="soft">{src === null ? w.files.absent : w.files.small}</p>}
    </>
  );
}
