/** Checks of files: whether their bytes exist, and whether there are others. */
import type { Database } from '../../../engine/database/open.ts';
import { examineFiles } from '../../../engine/files/store/examine.ts';
import { count, type Diagnosis, fault, fine, warning } from '../diagnosis.ts';
import { listed } from '../server.ts';

/** So many files are looked at. */
const mostFiles = 20_000;

/** @param folder the folder of bytes; null for the database */
export async function checkFiles(
  database: Database,
  folder: string | null,
  most = mostFiles,
): Promise<Diagnosis[]> {
  const { looked, whole, lacking, wrong, unused } = await examineFiles(database, folder, most);
  const place = folder === null ? 'the database' : `${folder} (FILES_FOLDER) or the database`;
  const todo =
    folder === null
      ? 'If FILES_FOLDER was set before, set it again. Otherwise restore them from a backup of the database.'
      : 'Check whether this is the folder that was used before, and restore them from its backup or that of the database.';
  const found: Diagnosis[] = [];
  if (lacking.length > 0) {
    const told = `The bytes of ${count(lacking.length, 'file')} are not in ${place}: ${listed(lacking)}.`;
    found.push(fault('files', told, todo));
  }
  if (wrong.length > 0) {
    const told = `${count(wrong.length, 'file has', 'files have')} a wrong length: ${listed(wrong)}.`;
    found.push(fault('files', told, todo));
  }
  if (unused > 0) {
    const told = `${count(unused, 'file')} in ${place} should have been removed: no row refers to them.`;
    found.push(warning('files', told, 'npm run tasks -- --once removes them now, or says why it cannot.'));
  }
  if (found.length > 0) return found;
  const told = `${count(looked, 'file is', 'files are')} in ${place}, each with the right length.`;
  return [fine('files', whole ? told : `Of the newest ${told}`)];
}
