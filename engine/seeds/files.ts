/** Files of seeds: their bytes are kept as those of an upload are, in the transaction of the seed. */
import type { Knex } from 'knex';
import { Intake, type TakenFields, takenFields } from '../files/intake.ts';
import { createFileStore, sameTransaction } from '../files/store/store.ts';

/** A file of a seed that is kept: what its row has of it. */
export interface KeptFile extends TakenFields {
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
  const intake = new Intake(inOneChunk(bytes), name, { field: 'file' });
  const stored = await createFileStore(trx, folder, sameTransaction).write(siteId, intake);
  return { name: intake.taken.name, ...takenFields(intake.taken, stored) };
}

async function* inOneChunk(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}
