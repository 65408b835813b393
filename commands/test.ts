/**
 * `millwright test [--resource NAME[,NAME]] [FILE…]`: runs the tests of a project with the runner of Node.js, all of them or
 * these files. With `--resource` the conformance suite only tests these resources.
 */
import { spawn } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { StartError } from '../service/project/start-error.ts';
import { printFailure } from '../service/start/command.ts';

try {
  const { values, positionals } = readArguments();
  const files = positionals.length > 0 ? positionals : ownFiles();
  const env = { ...process.env, ...(values.resource && { TEST_RESOURCE: values.resource.join(',') }) };
  const tests = spawn(process.execPath, ['--import', import.meta.resolve('tsx'), '--test', ...files], {
    stdio: 'inherit',
    env,
  });
  tests.on('exit', (code) => {
    process.exitCode = code ?? 1;
  });
} catch (error) {
  printFailure(error);
  process.exitCode = 1;
}

function readArguments() {
  try {
    const options = { resource: { type: 'string', multiple: true } } as const;
    return parseArgs({ options, allowPositionals: true });
  } catch (error) {
    throw new StartError('Use: npm test -- [--resource NAME] [FILE…].', { cause: error });
  }
}

/** @throws StartError if there are none */
function ownFiles(): string[] {
  const files = readdirSync('test').filter((name) => /\.test\.m?[jt]s$/.test(name));
  if (files.length === 0) throw new StartError('There are no files test/….test.ts.');
  return files.map((name) => `test/${name}`);
}
