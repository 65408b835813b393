/** `npm run restore -- FILE`: puts a backup back where there is no database. */

import { runOnPlace } from '../startup/command.ts';
import { StartError } from '../startup/failure.ts';
import { restore } from '../startup/restore.ts';

const [file, ...rest] = process.argv.slice(2);

await runOnPlace(async (place) => {
  if (!file || file.startsWith('-') || rest.length > 0) throw new StartError('Use: npm run restore -- FILE');
  return restore(file, place);
});
