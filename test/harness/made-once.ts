/** What the processes of a run of the tests share: the first that needs it makes it, the others wait. */
import { existsSync } from 'node:fs';
import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { until } from './until.ts';

/** Passes the folder of a run to its processes; `test/harness/run.ts` sets it. */
const variable = 'TEST_SHARED';

export const isShared = (): boolean => Boolean(process.env[variable]);

/** @param make writes a file or a folder to this path @returns the path at which it stays */
export async function madeOnce(name: string, make: (path: string) => Promise<void>): Promise<string> {
  const path = join(process.env[variable] ?? '', name);
  const isFirst = await mkdir(`${path}.begun`).then(
    () => true,
    () => false,
  );
  if (!isFirst) {
    await until(`another process has made ${name}`, () => existsSync(path) || existsSync(`${path}.failed`));
    if (!existsSync(path)) throw new Error(`Another process could not make ${name}.`);
    return path;
  }
  try {
    await make(`${path}.part`);
    await rename(`${path}.part`, path);
  } catch (error) {
    await writeFile(`${path}.failed`, '');
    throw error;
  }
  return path;
}
