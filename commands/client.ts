/**
 * `npm run client [-- FOLDER]`: writes the types of the TypeScript client from the definitions, into `client/`; with a
 * folder, say of a front end, the whole client into that.
 */
import { copyFile, mkdir, writeFile } from 'node:fs/promises';
import { join, relative, resolve } from 'node:path';
import openapiTypeScript, { astToString, COMMENT_HEADER } from 'openapi-typescript';
import { createRegistry } from '../app.ts';
import { describeApi } from '../service/api-document.ts';
import { readConfig } from '../service/config/config.ts';
import { loadSettingsFile } from '../service/config/file.ts';
import { printFailure } from '../service/start/command.ts';

const home = join(import.meta.dirname, '../client');
const sources = ['index.ts', 'calls.ts'];

try {
  loadSettingsFile();
  const [given = home] = process.argv.slice(2);
  const folder = resolve(given);
  // No key is needed for this, and none is to be made.
  const config = readConfig(process.env, () => Buffer.alloc(32));
  const document = describeApi(config, await createRegistry());
  // A value with a default may be left out of a body: in an answer, `required` says that it is there.
  const types = await openapiTypeScript(JSON.stringify(document), { defaultNonNullable: false });
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, 'schema.d.ts'), `${COMMENT_HEADER}${astToString(types)}`);
  if (folder !== home) {
    for (const name of sources) await copyFile(join(home, name), join(folder, name));
  }
  console.log(
    folder === home
      ? 'client/schema.d.ts is written.'
      : `${relative('.', join(folder, 'index.ts'))}, calls.ts and schema.d.ts are written. The client needs: npm install openapi-fetch`,
  );
} catch (error) {
  printFailure(error);
  process.exitCode = 1;
}
