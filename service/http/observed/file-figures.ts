/** The total size of files, the same on every node. */
import type { FileFigures } from '../../../engine/features/files/store/store.ts';
import type { WaitingFigures } from '../../outbox/waiting.ts';

export function fileFigures({ bytes, pendingBytes }: FileFigures): WaitingFigures {
  return {
    files_bytes: { help: 'Bytes of files that rows refer to, equal ones of a site once.', value: bytes },
    files_pending_bytes: { help: 'Bytes of uploads that have not ended.', value: pendingBytes },
  };
}
