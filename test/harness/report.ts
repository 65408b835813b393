/** Mocha's report: a line for each file when it ends; then failures, what was skipped and why, the slowest files, and the count. */
import { relative } from 'node:path';
import Mocha from 'mocha';
import { browserProgram, findBrowser, whereBrowsersAre } from './browser-program.ts';

const { EVENT_TEST_PASS, EVENT_TEST_FAIL, EVENT_TEST_PENDING, EVENT_TEST_END, EVENT_HOOK_END } =
  Mocha.Runner.constants;
const { EVENT_SUITE_END, EVENT_RUN_END } = Mocha.Runner.constants;

interface FileReport {
  passed: number;
  failed: number;
  skipped: number;
  /** Of its tests and hooks. */
  ms: number;
}

/** Lines of a failure: of its message, its comparison, its stack, and what services logged. */
const most = { message: 12, difference: 20, stack: 6, logged: 5 };
const slowest = 10;

export default class Report extends Mocha.reporters.Base {
  readonly #files = new Map<string, FileReport>();
  readonly #failures: string[] = [];
  /** The number of skipped tests by their reason. */
  readonly #reasons = new Map<string, number>();
  readonly #told = new Set<string>();

  constructor(runner: Mocha.Runner, options: Mocha.MochaOptions) {
    super(runner, options);
    runner.on(EVENT_TEST_PASS, (test) => {
      this.#of(test.file).passed += 1;
    });
    runner.on(EVENT_TEST_PENDING, (test) => {
      this.#of(test.file).skipped += 1;
      const reason = reasonOf(test);
      this.#reasons.set(reason, (this.#reasons.get(reason) ?? 0) + 1);
    });
    runner.on(EVENT_TEST_FAIL, (test, error) => {
      const file = test.file ?? error.file ?? '';
      this.#of(file).failed += 1;
      this.#failures.push([nameOf(file), test.titlePath().join(' › '), ...linesOf(error)].join('\n    '));
    });
    for (const event of [EVENT_TEST_END, EVENT_HOOK_END])
      runner.on(event, ({ file, duration = 0 }: Mocha.Runnable) => {
        if (file !== undefined) this.#of(file).ms += duration;
      });
    // In a process for many files, each has a root of its own.
    runner.on(EVENT_SUITE_END, ({ root }) => root && this.#tellFiles());
    runner.on(EVENT_RUN_END, () => {
      if (runner.failures === 0 && [...this.#files.values()].every(({ passed }) => passed === 0))
        runner.failures = 1;
      this.#tellAll();
    });
  }

  #of(file = ''): FileReport {
    const known = this.#files.get(file) ?? { passed: 0, failed: 0, skipped: 0, ms: 0 };
    this.#files.set(file, known);
    return known;
  }

  #tellFiles(): void {
    for (const [file, { passed, failed, skipped, ms }] of this.#files) {
      if (this.#told.has(file)) continue;
      this.#told.add(file);
      const parts = [`${passed} passed`, failed && `${failed} FAILED`, skipped && `${skipped} skipped`];
      console.log(
        `${failed ? '✖' : '✔'} ${nameOf(file)}: ${parts.filter(Boolean).join(', ')}, ${seconds(ms)}`,
      );
    }
  }

  /** Failures and the count come last: of a long log nothing else may be left. */
  #tellAll(): void {
    this.#tellFiles();
    const files = [...this.#files].sort(([, one], [, other]) => other.ms - one.ms);
    if (files.length > slowest) {
      console.log('\nThe slowest files:');
      for (const [file, { ms }] of files.slice(0, slowest))
        console.log(`  ${seconds(ms).padStart(8)}  ${nameOf(file)}`);
    }
    if (this.#reasons.size > 0) console.log('\nSkipped:');
    for (const [reason, count] of this.#reasons) console.log(`  ${String(count).padStart(5)}  ${reason}`);
    for (const [index, failure] of this.#failures.entries())
      console.log(`\nFailure ${index + 1} of ${this.#failures.length}: ${failure}`);
    const sum = (key: keyof FileReport): number => files.reduce((total, [, file]) => total + file[key], 0);
    if (sum('passed') + sum('failed') === 0) console.log('\nNo test was run.');
    console.log(`\n${sum('passed')} passed, ${sum('failed')} failed, ${sum('skipped')} skipped`);
  }
}

const seconds = (ms: number): string => `${(ms / 1000).toFixed(1)} s`;

const nameOf = (file: string): string => relative(process.cwd(), file);

/** The reason at the end of its title, or of that of a group around it. */
function reasonOf(test: Mocha.Runnable): string {
  if (whereBrowsersAre.test(test.file ?? '') && findBrowser() === null)
    return `there is no ${browserProgram.title} here; ${browserProgram.howToInstall}`;
  const reasons = test.titlePath().map((title) => /.* \((.*)\)$/s.exec(title)?.[1]);
  return reasons.findLast((reason) => reason !== undefined) ?? 'without a reason';
}

function linesOf({ message = '', stack = '', showDiff, actual, expected }: Error & Compared): string[] {
  const isCompared = showDiff === true && typeof actual === 'string' && typeof expected === 'string';
  const difference = isCompared ? Mocha.reporters.Base.generateDiff(actual, expected) : '';
  const lines = stack.split('\n');
  // The name of an error comes from another process in its stack alone.
  const [named = ''] = stack.split(/\n\s+at /);
  return [
    ...cut((named.includes(message) ? named : message).split('\n'), most.message),
    ...cut(difference.split('\n'), most.difference),
    ...lines.filter((line) => /^\s+at /.test(line)).slice(0, most.stack),
    ...lines.filter((line) => line.startsWith('Logged: ')).slice(-most.logged),
  ];
}

interface Compared {
  readonly showDiff?: boolean;
  readonly actual?: unknown;
  readonly expected?: unknown;
}

function cut(lines: readonly string[], count: number): string[] {
  const told = lines.filter((line) => line.trim() !== '');
  return told.length > count ? [...told.slice(0, count), '…'] : told;
}
