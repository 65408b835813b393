/** Mocha's report, which also tells the file whose tests follow and how many there are: what runs, and how far it is. */
import { relative } from 'node:path';
import Mocha from 'mocha';

/** @param files all of this run, in their order */
export function reportOn(files: readonly string[]): typeof Mocha.reporters.Spec {
  return class Report extends Mocha.reporters.Spec {
    constructor(runner: Mocha.Runner, options: Mocha.MochaOptions) {
      let last: string | undefined;
      // Before the report's own listener, which then writes the title below.
      runner.on(Mocha.Runner.constants.EVENT_SUITE_BEGIN, ({ file }) => {
        if (file === undefined || file === last) return;
        last = file;
        console.log(`\n${relative(process.cwd(), file)} (${files.indexOf(file) + 1} of ${files.length})`);
      });
      super(runner, options);
    }
  };
}
