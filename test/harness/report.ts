/** Mocha's report, which also tells the file whose tests follow and how many there are, and at the end which took longest. */
import { relative } from 'node:path';
import Mocha from 'mocha';

/** How many files are named as those that took longest. */
const mostNamed = 10;

/** @param files all of this run, in their order */
export function reportOn(files: readonly string[]): typeof Mocha.reporters.Spec {
  const { EVENT_SUITE_BEGIN, EVENT_RUN_END } = Mocha.Runner.constants;
  return class Report extends Mocha.reporters.Spec {
    constructor(runner: Mocha.Runner, options: Mocha.MochaOptions) {
      const begun = new Map<string, number>();
      // Before the report's own listener, which then writes the title below.
      runner.on(EVENT_SUITE_BEGIN, ({ file }) => {
        if (file === undefined || begun.has(file)) return;
        begun.set(file, performance.now());
        console.log(`\n${nameOf(file)} (${files.indexOf(file) + 1} of ${files.length})`);
      });
      super(runner, options);
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

function nameOf(file: string): string {
  return relative(process.cwd(), file);
}
