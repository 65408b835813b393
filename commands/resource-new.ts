/** `npm run resource:new -- tools`: writes a short definition to begin with. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { resourcesFolder } from '../app.ts';
import { draftDefinition, PathError } from '../engine/schema/scaffold.ts';
import { printFailure } from '../service/start/command.ts';

try {
  const [path = '', ...rest] = process.argv.slice(2);
  if (rest.length > 0) throw new PathError(`One name at a time: ${[path, ...rest].join(' ')}.`);
  const source = draftDefinition(path);
  // `wx`: a definition that is there is never overwritten.
  await writeFile(join(resourcesFolder, `${path}.ts`), source, { flag: 'wx' }).catch((error: unknown) => {
    const exists = error instanceof Error && 'code' in error && error.code === 'EEXIST';
    throw exists ? new PathError(`resources/${path}.ts is there already.`) : error;
  });
  console.log(
    [
      `resources/${path}.ts is written. Then:`,
      '  1. say what it is made of, in that file',
      '  2. npm run migration:new     writes the migration of its table; read it',
      '  3. npm run check:resources   says what is still missing, and what to do about it',
      '  4. npm start                 serves it, with its permissions and documentation (npm run dev while you write)',
    ].join('\n'),
  );
} catch (error) {
  printFailure(error);
  process.exitCode = 1;
}
