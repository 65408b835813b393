/** Files of seeds: their bytes are kept as those of an upload are, in the transaction of the seed. */
import type { Knex } from 'knex';
import { type FileFacts, factsOf } from '../files/facts.ts';
import { Intake } from '../files/intake.ts';
import { createFileStore, joined } from '../files/store/store.ts';

/** A file of a seed that is kept: what its row has of it. */
export interface KeptFile extends FileFacts {
  readonly name: string;
}

/**
 * Keeps the bytes of a file at a site. Of a seed that comes to nothing those in a folder are swept.
 *
 * @param folder where bytes are; null for the database
 * @throws Failure `validation_failed` for bytes that no upload may have
 */
export async function keepFile(
  trx: Knex,
  folder: string | null,
  siteId: number,
  name: string,
  bytes: Uint8Array,
): Promise<KeptFile> {
  const intake = new Intake(only(bytes), name, { field: 'file' });
  const stored = await createFileStore(trx, folder, joined).write(siteId, intake);
  return { name: intake.taken.name, ...factsOf(intake.taken, stored) };
}

async function* only(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}
