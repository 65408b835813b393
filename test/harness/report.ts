/**
 * Mocha's report, which also tells the file whose tests follow and how many there are, at the end which took longest,
 * and the parent each file and each failure as they come.
 */
import { existsSync, readFileSync } from 'node:fs';
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
      const begun = new Map<string, Moment>();
      // Before the report's own listener, which then writes the title below.
      runner.on(EVENT_SUITE_BEGIN, ({ file }) => {
        if (file === undefined || begun.has(file)) return;
        begun.set(file, now());
        listener.begun(nameOf(file));
        console.log(`\n${nameOf(file)} (${files.indexOf(file) + 1} of ${files.length})`);
      });
      super(runner, options);
      // After the report's own listener, which makes texts of what was compared.
      runner.on(EVENT_TEST_FAIL, (test, error) => listener.failed(failureOf(test, error)));
      runner.on(EVENT_RUN_END, () => {
        if (begun.size > mostNamed) tellSlowest(begun, now());
      });
    }
  };
}

/** In milliseconds, each since some time before. */
interface Moment {
  readonly clock: number;
  /** What processors have worked for this process, and for those of its own that have ended: how long a file takes follows the machine, this does not. */
  readonly work: number;
}

function now(): Moment {
  const { user, system } = process.cpuUsage();
  return { clock: performance.now(), work: (user + system) / 1000 + workOfEnded() };
}

/** Of processes that this one has begun and that have ended, as Linux counts it in hundredths of a second; 0 elsewhere. */
function workOfEnded(): number {
  if (!existsSync('/proc/self/stat')) return 0;
  // Behind the name of the program, which may hold anything.
  const [, rest = ''] = /.*\) (.*)/s.exec(readFileSync('/proc/self/stat', 'utf8')) ?? [];
  const [user = 0, system = 0] = rest.split(' ').slice(13, 15).map(Number);
  return (user + system) * 10;
}

/** @param begun when each file had its turn, in the order of the turns */
function tellSlowest(begun: ReadonlyMap<string, Moment>, end: Moment): void {
  const ends = [...[...begun.values()].slice(1), end];
  const taken = [...begun].map(([file, { clock, work }], index) => {
    const { clock: ended, work: done } = ends[index] ?? end;
    return { file, ms: ended - clock, work: done - work };
  });
  const seconds = (ms: number): string => `${(ms / 1000).toFixed(1).padStart(6)} s`;
  console.log('  The files that took longest, and what processors worked for them, without databases:');
  for (const { file, ms, work } of taken.sort((one, other) => other.ms - one.ms).slice(0, mostNamed)) {
    console.log(`  ${seconds(ms)} ${seconds(work)}  ${nameOf(file)}`);
  }
}
