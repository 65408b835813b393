/** `npm run key:forget -- --yes`: continues with a new key if the key of the database is lost. */
import { findAppKey, makeAppKey } from '../service/config/app-key.ts';
import { StartError } from '../service/project/start-error.ts';
import { runCommand } from '../service/start/command.ts';
import { forgetLostKeys } from '../service/start/key-check.ts';
import { requireCurrentSchema } from '../service/start/migrate.ts';

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
