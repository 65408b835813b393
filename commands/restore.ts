/** `npm run restore -- FILE`: restores a backup, if there is no database yet. */

import { StartError } from '../service/project/start-error.ts';
import { runOnPlace } from '../service/start/command.ts';
import { restore } from './backup/restore.ts';

const [file, ...rest] = process.argv.slice(2);

await runOnPlace(async (place) => {
  if (!file || file.startsWith('-') || rest.length > 0) throw new StartError('Use: npm run restore -- FILE');
  return restore(file, place);
});
