/**
 * `npm run client [-- FOLDER]`: writes the types of the TypeScript client from the definitions, into `package/client/`; with a
 * folder, say of a front end, the whole client into that.
 */
import { existsSync } from 'node:fs';
import { copyFile, mkdir, writeFile } from 'node:fs/promises';
import { join, relative, resolve } from 'node:path';
import { readConfig } from '../service/config/config.ts';
import { loadSettingsFile } from '../service/config/file.ts';
import { describeApi } from '../service/http/document/api-document.ts';
import { findProject } from '../service/project/project.ts';
import { createRegistry } from '../service/project/registry.ts';
import { StartError } from '../service/project/start-error.ts';
import { printFailure } from '../service/start/command.ts';
import { compiler } from './new-project/files.ts';

const own = join(import.meta.dirname, '../package/client');
/** In a build, the sources are beside it. */
const home = existsSync(join(own, 'index.ts')) ? own : join(import.meta.dirname, '../../package/client');
const sources = ['index.ts', 'calls.ts'];

try {
  loadSettingsFile();
  const project = await findProject();
  const usual = project.folder === null ? home : join(project.folder, 'client');
  const [given = usual] = process.argv.slice(2);
  const folder = resolve(given);
  // No key is needed for this, and none is to be made.
  const config = readConfig(process.env, () => Buffer.alloc(32));
  const document = describeApi(config, await createRegistry());
  // A body may leave out a value with a default; in an answer, `required` says that it is there.
  const writer = await loadWriter();
  const { default: openapiTypeScript, astToString, COMMENT_HEADER } = writer;
  const types = await openapiTypeScript(JSON.stringify(document), {
    defaultNonNullable: false,
    transform: (schema) => knownWords(writer, schema),
  });
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, 'schema.d.ts'), `${COMMENT_HEADER}${astToString(types)}`);
  if (folder !== home) {
    for (const name of sources) await copyFile(join(home, name), join(folder, name));
  }
  console.log(
    folder === home
      ? 'package/client/schema.d.ts is written.'
      : `${relative('.', join(folder, 'index.ts'))}, calls.ts and schema.d.ts are written. The client needs: npm install openapi-fetch`,
  );
} catch (error) {
  printFailure(error);
  process.exitCode = 1;
}

/** The words that answers have today. Later versions may have more, which no type of a text can say and still name these. */
function knownWords({ NULL, tsLiteral, tsUnion }: Writer, schema: object) {
  const words: unknown = Reflect.get(schema, 'x-extensible-enum');
  if (!Array.isArray(words)) return undefined;
  return tsUnion(words.map((word) => (word === null ? NULL : tsLiteral(word))));
}

type Writer = Awaited<ReturnType<typeof loadWriter>>;

/** A package that nothing else needs: a project that wants a client has it beside a compiler that it works with. */
async function loadWriter() {
  try {
    return await import('openapi-typescript');
  } catch (error) {
    // Not there, or with a compiler of which it cannot use the parts: that of TypeScript 7 has none.
    const message = `openapi-typescript writes the types. It is missing, or has no compiler that it works with: npm install --save-dev openapi-typescript@7 typescript@${compiler}`;
    throw new StartError(message, { cause: error });
  }
}
