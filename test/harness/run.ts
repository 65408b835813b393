/** What Mocha does around a run of the tests, and around each file: `.mocharc.cjs` names it. */
import { chmod, mkdtemp } from 'node:fs/promises';
import { join } from 'node:path';
import { keepUntilExit } from './at-exit.ts';
import { browserProgram, findBrowser, whereBrowsersAre } from './browser-program.ts';
import { newErrors } from './logged-errors.ts';
import { scratchFolder } from './scratch.ts';

/** Once, before the processes that run the files: they share what they make in this folder. */
export async function mochaGlobalSetup(): Promise<void> {
  const folder = await mkdtemp(join(scratchFolder(), 'millwright-run-'));
  keepUntilExit(folder);
  // For tests whose services run without privileges.
  await chmod(folder, 0o755);
  process.env.TEST_SHARED = folder;
}

export const mochaHooks = {
  /** Of each file. */
  beforeAll(this: Mocha.Context): void {
    const file = this.test?.parent?.suites[0]?.file ?? '';
    if (!whereBrowsersAre.test(file) || findBrowser() !== null) return;
    if (process.env.CI === 'true') throw new Error(`There is no ${browserProgram.title} here.`);
    this.skip();
  },
  /** What services logged as errors says why a test met a 500. */
  afterEach(this: Mocha.Context): void {
    const errors = newErrors();
    const error = this.currentTest?.err;
    if (error) error.stack = [error.stack, ...errors].join('\n');
  },
};
