#!/usr/bin/env node
/**
 * Runs a command (`millwright start`, `millwright migrate`) in this process: compiled if `dist/` was built from the present
 * sources, otherwise from the sources, with a loader that compiles them.
 */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { findCommand, usage } from './commands.mjs';
import { findOwnProject } from './own-project.mjs';
import { endWithShell } from './shell-between.mjs';
import { builtFolder, hasSources, home, stateOfBuild } from './sources.mjs';

const words = process.argv.slice(2);
const command = findCommand(words);

endWithShell();
if (command?.name === 'dev') await follow(command);
else if (command) await run(command);
else if (words[0] === '--version')
  console.log(JSON.parse(readFileSync(join(home, 'package.json'), 'utf8')).version);
else if (words[0] === '--help' || words[0] === 'help') process.stdout.write(usage());
else {
  process.stderr.write(
    words.length === 0 ? usage() : `There is no command ${words.join(' ')}.\n\n${usage()}`,
  );
  process.exitCode = 1;
}

async function run({ module, ofSources, rest }) {
  const project = findOwnProject(process.cwd());
  if (ofSources && !project && !hasSources()) {
    process.stderr.write(
      'This folder is not a project: it has no millwright.config. npx millwright new my-app writes a project.\n',
    );
    process.exit(1);
  }
  const compiled = isCompiled(project, ofSources);
  // The loader slows down every import after it, also those of compiled files.
  if (compiled && project?.typed) await import(pathToFileURL(join(builtFolder, 'package/index.js')).href);
  if (!compiled || project?.typed) await loadTypeScript();
  const file = compiled ? join(builtFolder, `${module}.js`) : join(home, `${module}.ts`);
  // Commands read their own words, as if they had been started themselves.
  process.argv = [process.argv[0], file, ...rest];
  await import(pathToFileURL(file).href);
}

/** Whether the compiled files are run: always in a project on the package, whose files import them. */
function isCompiled(project, ofSources) {
  const state = stateOfBuild();
  if (project) {
    if (state === 'built') return true;
    process.stderr.write(
      `The build of the package ${home} is missing or out of date. Run npm run build there.\n`,
    );
    process.exit(1);
  }
  if (ofSources && hasSources()) return false;
  if (state === 'stale') {
    process.stderr.write('dist/ is older than the sources, so the sources run. npm run build updates it.\n');
  }
  return state === 'built';
}

/** From here on files in TypeScript can be imported. */
async function loadTypeScript() {
  const { register } = await import('tsx/esm/api');
  register();
  // Workers of this process, which begin with its arguments, can as well.
  process.execArgv.push('--import', import.meta.resolve('tsx'));
}

/** Leaves it to the watcher of tsx, which starts the service as often as needed. */
async function follow({ rest }) {
  const project = findOwnProject(process.cwd());
  const compiled = project !== null && isCompiled(project, false);
  // One pattern for all: folders that are not there yet are noticed as well once they are.
  const patterns = [
    '{resources,migrations,locales}/**/*.{ts,mts,js,mjs}',
    ...(project ? ['millwright.config.*'] : []),
  ];
  const watched = patterns.flatMap((one) => ['--include', one]);
  const entry = compiled ? join(builtFolder, 'service/server.js') : join(home, 'service/server.ts');
  const watcher = createRequire(import.meta.url).resolve('tsx/cli');
  process.argv = [process.argv[0], watcher, 'watch', ...watched, entry, '--development', ...rest];
  await import(pathToFileURL(watcher).href);
}
