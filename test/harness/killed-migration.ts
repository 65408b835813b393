/** `killed-migration.ts N`: migrates the database of DATABASE_URL, and kills itself once N statements have been sent. */
import { setImmediate } from 'node:timers/promises';
import { migrateDatabase } from '../../engine/database/migrate.ts';
import { readConfig } from '../../service/config/config.ts';
import { watchStatements } from './mortal-database.ts';

const most = Number(process.argv[2]);
let sent = 0;
const database = watchStatements(readConfig(process.env), async (_, send) => {
  const answer = send();
  sent += 1;
  if (sent < most) return answer;
  // So that it is sent; it does not wait for the server.
  await setImmediate();
  process.kill(process.pid, 'SIGKILL');
  return answer;
});
await migrateDatabase(database);
await database.destroy();
