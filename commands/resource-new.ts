/** `npm run resource:new -- tools`: writes a short definition to begin with. */
import { mkdir, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { inWords } from '../service/project/command-words.ts';
import { faceOf, findProject } from '../service/project/project.ts';
import { printFailure } from '../service/start/command.ts';
import { draftDefinition, PathError } from './drafts/scaffold.ts';

try {
  const project = await findProject();
  const [path = '', ...rest] = process.argv.slice(2);
  if (rest.length > 0) throw new PathError(`Give one name at a time, not ${[path, ...rest].join(' ')}.`);
  const source = draftDefinition(path, faceOf(project, 'definition', '../engine/index.ts'), project.ending);
  const [folder = ''] = project.resourceFolders;
  const file = join(folder, `${path}${project.ending}`);
  const name = project.folder === null ? `resources/${path}.ts` : relative(project.folder, file);
  await mkdir(folder, { recursive: true });
  // `wx`: never overwrites an existing definition.
  await writeFile(file, source, { flag: 'wx' }).catch((error: unknown) => {
    const exists = error instanceof Error && 'code' in error && error.code === 'EEXIST';
    throw exists ? new PathError(`${name} exists already.`) : error;
  });
  const commands = ['npm run migration:new', 'npm run check:resources', 'npm start'].map((one) =>
    inWords(one),
  );
  const [drafting = '', checking = '', starting = ''] = commands.map((one) => one.padEnd(longest(commands)));
  console.log(
    [
      `${name} is written. Then:`,
      '  1. Describe the resource in that file.',
      `  2. ${drafting}   writes the migration for its table. Read it.`,
      `  3. ${checking}   lists what is still missing, and the remedies.`,
      `  4. ${starting}   serves it, with its permissions and documentation (${inWords('npm run dev')} during development).`,
    ].join('\n'),
  );
} catch (error) {
  printFailure(error);
  process.exitCode = 1;
}

function longest(texts: readonly string[]): number {
  return Math.max(...texts.map(({ length }) => length));
}
