/**
 * A process that sends an endless file to the store of a database. Its arguments are the address, and the folder of files, if
 * there is one.
 */
import { createFileStore } from '../../engine/features/files/store/store.ts';
import { openTestDatabase } from '../../package/testing/world/database.ts';

const [url = '', folder = null] = process.argv.slice(2);

async function* endless(): AsyncGenerator<Uint8Array> {
  for (;;) yield Buffer.alloc(100_000, 1);
}

await createFileStore(openTestDatabase(url).knex, folder).write(1, endless());
