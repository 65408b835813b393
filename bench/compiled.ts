/**
 * The compared servers, compiled as `npm run build` does. A loader of sources would cost memory at each start, and name every
 * function again whenever it is created, which production never does.
 */
import { spawnSync } from 'node:child_process';
import { cpSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { builtProject } from '../test/harness/built-project.ts';

const root = resolve(import.meta.dirname, '..');
const parts = ['bench/by-hand', 'bench/limit', 'bench/settings.ts'];

let made: Promise<string> | undefined;

/** The folder of the compiled files; removed when this process ends. @throws Error with the compiler's message */
export function compiledFolder(): Promise<string> {
  made ??= compile();
  return made;
}

async function compile(): Promise<string> {
  const folder = await builtProject();
  const built = join(folder, 'dist');
  for (const part of parts) cpSync(join(root, part), join(folder, part), { recursive: true });
  const project = join(folder, 'tsconfig.bench.json');
  writeFileSync(project, JSON.stringify({ extends: './commands/bin/tsconfig.build.json', include: parts }));
  const { status, stdout } = spawnSync(join(folder, 'node_modules/.bin/tsc'), ['--project', project], {
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`The servers cannot be compiled: ${stdout}`);
  return built;
}
