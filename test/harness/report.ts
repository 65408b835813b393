/**
 * Mocha's report with additions: the name of each file and its number, the slowest files at the end, and messages to the parent
 * for each file and failure.
 */
import { existsSync, readFileSync } from 'node:fs';
import Mocha from 'mocha';
import { type Failure, failureOf, nameOf } from './failures.ts';

/** The number of slowest files that are listed. */
const mostNamed = 10;

/** Called while the tests run. */
export interface Listener {
  begun(file: string): void;
  failed(failure: Failure): void;
}

/** @param files all of this run, in order */
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
      // After the report's own listener, which converts the compared values to texts.
      runner.on(EVENT_TEST_FAIL, (test, error) => listener.failed(failureOf(test, error)));
      runner.on(EVENT_RUN_END, () => {
        if (begun.size > mostNamed) tellSlowest(begun, now());
      });
    }
  };
}

/** In milliseconds, each since an arbitrary start. */
interface Moment {
  readonly clock: number;
  /**
   * Processor time of this process and of its ended children: the elapsed time of a file depends on the machine, this does not.
   */
  readonly work: number;
}

export function now(): Moment {
  const { user, system } = process.cpuUsage();
  return { clock: performance.now(), work: (user + system) / 1000 + workOfEnded() };
}

/** Of child processes that have ended, as Linux counts it in hundredths of a second; 0 elsewhere. */
function workOfEnded(): number {
  if (!existsSync('/proc/self/stat')) return 0;
  // After the name of the program, which may contain anything.
  const [, rest = ''] = /.*\) (.*)/s.exec(readFileSync('/proc/self/stat', 'utf8')) ?? [];
  const [user = 0, system = 0] = rest.split(' ').slice(13, 15).map(Number);
  return (user + system) * 10;
}

/** @param begun the start of each file, in order */
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
