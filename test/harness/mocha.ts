/** Runs test files with Mocha in this process, and reports failures and counts to the parent. */
import { pathToFileURL } from 'node:url';
import Mocha from 'mocha';
import { tidyUp } from './at-exit.ts';
import { type Failure, failureToLoad } from './failures.ts';
import { now, reportOn } from './report.ts';
import { readRunArguments } from './run-arguments.ts';

/** The messages to `test/run.ts`: the file whose tests begin, a failure, and the counts at the end. */
export type News = { readonly file: string } | { readonly failure: Failure } | { readonly tally: Tally };

export interface Tally {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
  /** What this process took, and what processors worked for it and its ended children, in milliseconds. */
  readonly clock: number;
  readonly work: number;
}

const { files, grep } = readRunArguments(process.argv.slice(2));
const mocha = new Mocha({
  reporter: reportOn(files, {
    begun: (file) => void send({ file }),
    failed: (failure) => void send({ failure }),
  }),
  // Only for hanging tests: even on a busy machine, all others end earlier.
  timeout: 300_000,
  slow: 500,
  forbidOnly: process.env.CI === 'true',
  ...(grep === undefined ? {} : { grep }),
});
let unloaded = 0;
for (const file of files) {
  try {
    await loadFile(file);
  } catch (error) {
    unloaded += 1;
    console.error(error);
    void send({ failure: failureToLoad(file, error) });
  }
}

console.log(`\n── ${process.env.TEST_TITLE ?? 'tests'} ──`);
const runner = mocha.run();
await new Promise((resolve) => runner.once(Mocha.Runner.constants.EVENT_RUN_END, resolve));
const { passes = 0, failures = 0, pending = 0 } = runner.stats ?? {};
const tally: Tally = { passed: passes, failed: failures + unloaded, skipped: pending, ...now() };
await tidyUp();
process.exitCode = tally.failed > 0 ? 1 : 0;
await send({ tally });
process.disconnect?.();
// A connection or a timer that a test leaves behind must not keep the process running.
setTimeout(() => process.exit(), 1000).unref();

/**
 * Mocha uses `require` if possible: the test's imports would then be other modules than those that the service imports
 * (definitions), with different classes.
 */
async function loadFile(file: string): Promise<void> {
  const { suite } = mocha;
  const { EVENT_FILE_PRE_REQUIRE, EVENT_FILE_REQUIRE, EVENT_FILE_POST_REQUIRE } = Mocha.Suite.constants;
  suite.emit(EVENT_FILE_PRE_REQUIRE, globalThis, file, mocha);
  suite.emit(EVENT_FILE_REQUIRE, await import(pathToFileURL(file).href), file, mocha);
  suite.emit(EVENT_FILE_POST_REQUIRE, globalThis, file, mocha);
}

/** If run by hand, there is no parent. */
function send(news: News): Promise<unknown> {
  return new Promise((resolve) => (process.send ? process.send(news, resolve) : resolve(null)));
}
