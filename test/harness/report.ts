/**
 * Mocha's report, which also tells the file whose tests follow and how many there are, at the end which took longest,
 * and the parent each file and each failure as they come.
 */
import Mocha from 'mocha';
import { type Failure, failureOf, nameOf } from './failures.ts';

/** How many files are named as those that took longest. */
const mostNamed = 10;

/** Who is told while the tests run. */
export interface Listener {
  begun(file: string): void;
  failed(failure: Failure): void;
}

/** @param files all of this run, in their order */
export function reportOn(files: readonly string[], listener: Listener): typeof Mocha.reporters.Spec {
  const { EVENT_SUITE_BEGIN, EVENT_RUN_END, EVENT_TEST_FAIL } = Mocha.Runner.constants;
  return class Report extends Mocha.reporters.Spec {
    constructor(runner: Mocha.Runner, options: Mocha.MochaOptions) {
      const begun = new Map<string, number>();
      // Before the report's own listener, which then writes the title below.
      runner.on(EVENT_SUITE_BEGIN, ({ file }) => {
        if (file === undefined || begun.has(file)) return;
        begun.set(file, performance.now());
        listener.begun(nameOf(file));
        console.log(`\n${nameOf(file)} (${files.indexOf(file) + 1} of ${files.length})`);
      });
      super(runner, options);
      // After the report's own listener, which makes texts of what was compared.
      runner.on(EVENT_TEST_FAIL, (test, error) => listener.failed(failureOf(test, error)));
      runner.on(EVENT_RUN_END, () => {
        if (begun.size > mostNamed) tellSlowest(begun, performance.now());
      });
    }
  };
}

/** @param begun when each file had its turn, in milliseconds, in the order of the turns */
function tellSlowest(begun: ReadonlyMap<string, number>, end: number): void {
  const ends = [...[...begun.values()].slice(1), end];
  const taken = [...begun].map(([file, start], index) => ({ file, ms: (ends[index] ?? end) - start }));
  console.log('  The files that took longest:');
  for (const { file, ms } of taken.sort((one, other) => other.ms - one.ms).slice(0, mostNamed)) {
    console.log(`  ${(ms / 1000).toFixed(1).padStart(6)} s  ${nameOf(file)}`);
  }
}
