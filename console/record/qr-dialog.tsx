/** The address of a row as a code to print and to stick on the machine. */
import encodeQR from 'qr';
import { Dialog } from '../parts/dialog.tsx';
import { consoleRoot } from '../service/address.ts';
import { type Resource, type Row, titleOf } from '../service/metadata.ts';
import { w } from '../words/words.ts';
import { codeAddress, outlineOf } from './qr.ts';

interface QrDialogProps {
  readonly resource: Resource;
  readonly row: Row;
  onClose(): void;
}

export function QrDialog({ resource, row, onClose }: QrDialogProps) {
  const address = codeAddress(location.origin + consoleRoot, resource, row);
  const squares = encodeQR(address, 'raw', { ecc: 'medium', border: 4 });
  const title = titleOf(resource, row);
  return (
    <Dialog title={title} onClose={onClose}>
      <div class="code-sheet">
        <svg
          class="qr"
          viewBox={`0 0 ${squares.length} ${squares.length}`}
          role="img"
          aria-label={w.record.code}
          shape-rendering="crispEdges"
        >
          <path d={outlineOf(squares)} />
        </svg>
        <p class="small">
          {resource.labels.one} #{row.id}
          <br />
          {address}
        </p>
      </div>
      <p class="buttons">
        <button type="button" onClick={onClose}>
          {w.frame.close}
        </button>
        <button type="button" class="primary" onClick={() => print()}>
          {w.record.print}
        </button>
      </p>
    </Dialog>
  );
}
