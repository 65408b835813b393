/** Runs the hook that decides whether completely received bytes are stored, such as a virus scanner. No transaction is open. */

import type { TakenFile } from '../../files/intake.ts';
import type { StoredFile } from '../../files/store/store.ts';
import type { Resource } from '../../model/resource.ts';
import type { Signal } from '../../signal.ts';
import type { Engine } from '../engine.ts';

/** A completely received file that no row refers to. */
export interface CameFile {
  readonly stored: StoredFile;
  readonly taken: TakenFile;
}

/**
 * @param resource the one whose rows are files
 * @throws Failure of its hook `beforeKeep`
 */
export async function askKeep(
  { files, services }: Pick<Engine, 'files' | 'services'>,
  resource: Resource,
  { stored, taken: { name, type } }: CameFile,
  signal: Signal,
): Promise<void> {
  const { siteId, sha256, size } = stored;
  const read = () => files.store.read({ siteId, sha256 }, { start: 0, end: size - 1 });
  const file = { siteId, name, type, size, sha256, read };
  await resource.definition.hooks?.beforeKeep?.({ file, services, signal });
}
