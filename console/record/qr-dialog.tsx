/** The address of a row as a code, for printing on a label. */
import { Dialog } from '../parts/dialog.tsx';
import { Link } from '../place/place.tsx';
import { consoleRoot } from '../service/address.ts';
import { withQuery } from '../service/call.ts';
import { type Resource, type Row, titleOf } from '../service/metadata.ts';
import { w } from '../words/words.ts';
import { codeAddress } from './qr.ts';
import { encode, QrCode } from './qr-code.tsx';

interface QrDialogProps {
  readonly resource: Resource;
  readonly row: Row;
  onClose(): void;
}

export function QrDialog({ resource, row, onClose }: QrDialogProps) {
  const address = codeAddress(location.origin + consoleRoot, resource, row);
  const title = titleOf(resource, row);
  return (
    <Dialog title={title} onClose={onClose}>
      <div class="code-sheet">
        <QrCode code={encode(address, 'medium')} label={w.record.code} />
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
        {resource.view.label && (
          <Link to={withQuery(`/${resource.path}/print`, { id: row.id })} class="button">
            {w.labels.title}
          </Link>
        )}
        <button type="button" class="primary" onClick={() => print()}>
          {w.record.print}
        </button>
      </p>
    </Dialog>
  );
}
