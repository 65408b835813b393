/** Files of seeds: their bytes are stored like those of an upload, in the transaction of the seed. */
import type { Knex } from 'knex';
import { Intake, type TakenFields, takenFields } from '../files/intake.ts';
import { createFileStore, sameTransaction } from '../files/store/store.ts';

/** A stored file of a seed, with the values for its row. */
export interface KeptFile extends TakenFields {
  readonly name: string;
}

/**
 * Stores the bytes of a file at a site. If the seed fails, bytes in a folder are removed by the sweep.
 *
 * @param folder of files; null for the database
 * @throws Failure `validation_failed` for bytes that an upload may not have
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
