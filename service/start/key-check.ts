/** Stops a start, or a command that encrypts secrets, if the key differs from the one that the database was written with. */

import { checkKeys, countLost, forgetKeys } from '../../auth/index.ts';
import type { Database } from '../../engine/database/open.ts';
import { keyFileOf } from '../config/app-key.ts';
import type { Config } from '../config/config.ts';
import { StartError } from '../project/start-error.ts';
import { databaseName } from './log/failure.ts';

/** @throws StartError if a needed key is neither APP_KEY nor in APP_PREVIOUS_KEYS */
export async function requireKey(database: Database, config: Config): Promise<void> {
  if (await checkKeys(database, config.appKeys)) return;
  const beside = config.database.kind === 'sqlite' ? `, or the file ${keyFileOf(config.database.path)},` : '';
  throw new StartError(
    `APP_KEY${beside} is not the key that ${databaseName(config).replace('The', 'the')} was written with: give that one, here or in APP_PREVIOUS_KEYS, the same on every node; where it is lost, run npm run key:forget.`,
  );
}

/**
 * Lets the database continue with the present keys.
 * @param agreed whether users may lose their second factor
 * @returns a sentence about what was done
 * @throws StartError if they would, and this was not agreed to
 */
export async function forgetLostKeys(database: Database, config: Config, agreed: boolean): Promise<string> {
  const lost = await countLost(database, config.appKeys);
  const people = `${lost} ${lost === 1 ? 'person' : 'people'}`;
  if (!agreed) {
    throw new StartError(
      `This takes away the second factor of ${people}, ends sessions signed with other keys, and cannot be undone: run npm run key:forget -- --yes.`,
    );
  }
  await forgetKeys(database, config.appKeys);
  return `${databaseName(config)} goes on with the present key; ${people} lost their second factor and can sign in with the password alone. Webhooks whose secret it had sealed send nothing until they get a new one: npm run doctor counts them.`;
}
