/**
 * `npm run backup [-- FILE]`: writes the embedded database and its key to one file, also while the service runs; without a name
 * to one in BACKUP_FOLDER that is called after the moment.
 */
import { join } from 'node:path';
import { StartError } from '../service/project/start-error.ts';
import { runOnPlace } from '../service/start/command.ts';
import { backUp } from './backup/backup.ts';

const [file, ...rest] = process.argv.slice(2);

await runOnPlace(async (place) => {
  const usual = place.backupFolder === null ? null : join(place.backupFolder, nameOf(new Date()));
  const target = file ?? usual;
  if (!target || target.startsWith('-') || rest.length > 0)
    throw new StartError('Use: npm run backup -- FILE (or set BACKUP_FOLDER, and omit FILE)');
  return backUp(target, place);
});

/** `millwright-2026-01-31T023000.millwright`: by their names the latest is the last. */
function nameOf(now: Date): string {
  return `millwright-${now.toISOString().slice(0, 19).replaceAll(':', '')}.millwright`;
}
