/** `npm run key:forget -- --yes`: goes on with another key where the one that the database was written with is lost. */
import { findAppKey, makeAppKey } from '../app-key.ts';
import { runCommand } from '../startup/command.ts';
import { StartError } from '../startup/failure.ts';
import { forgetLostKeys } from '../startup/key-check.ts';
import { requireCurrentSchema } from '../startup/migrate.ts';

const [agreed, ...rest] = process.argv.slice(2);

await runCommand(
  async (database, config) => {
    if ((agreed !== undefined && agreed !== '--yes') || rest.length > 0) {
      throw new StartError('Use: npm run key:forget -- --yes');
    }
    await requireCurrentSchema(database, config);
    console.log(await forgetLostKeys(database, config, agreed === '--yes'));
  },
  (path) => findAppKey(path) ?? makeAppKey(path),
);
