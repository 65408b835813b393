/** `npm run backup -- FILE`: writes the embedded database and its key to one file, also while the service runs. */
import { backUp } from '../service/backup/backup.ts';
import { runOnPlace } from '../service/start/command.ts';
import { StartError } from '../service/start/failure.ts';

const [file, ...rest] = process.argv.slice(2);

await runOnPlace(async (place) => {
  if (!file || file.startsWith('-') || rest.length > 0) throw new StartError('Use: npm run backup -- FILE');
  return backUp(file, place);
});
