/** `describe` and its like of the running test program: Mocha, or one that has its globals, else Node itself. */

/** What laws are told with. */
interface Runner {
  describe(title: string, body: (this: unknown) => void): unknown;
  it(title: string, body: Step): unknown;
  before(body: (this: unknown) => void | Promise<void>): unknown;
  after(body: Step): unknown;
}

type Step = () => void | Promise<void>;

function isRunner(value: object): value is Runner {
  return ['describe', 'it', 'before', 'after'].every((name) => name in value);
}

/** The functions of the process; Mocha makes new ones for each file. */
function globals(): Runner | null {
  const given: object = globalThis;
  return isRunner(given) ? given : null;
}

const nodes: Runner | null = globals() ? null : await import('node:test');

function runner(): Runner {
  const runs = globals() ?? nodes;
  if (!runs) throw new Error('The runner of these tests has ended.');
  return runs;
}

/**
 * Does what tests need before the first of them. Mocha tells once of a hook that fails. Node would tell of each test that is not run
 * for it, and runs a file in a process of its own: there it is done right away.
 *
 * @returns what is left to be done in the group of the tests
 */
export async function begin(work: () => Promise<void>): Promise<() => void> {
  if (globals()) return () => before(work);
  await work();
  return () => {};
}

/** Time limit for hanging tests, in milliseconds: even on a busy machine, everything that ends by itself has ended by then. */
const timeout = 300_000;

/** A group of tests. */
export function describe(title: string, body: () => void): void {
  runner().describe(title, function () {
    // Mocha allows a test two seconds where nothing is said, Node any time.
    if (hasTimeout(this)) this.timeout(timeout);
    body();
  });
}

/**
 * A group of tests that is left out where what it looks at turns out not to be there.
 *
 * @param isThere known once what was begun before the first test has ended
 */
export function describeWhere(isThere: () => boolean, title: string, body: () => void): void {
  // Node has done by now what Mocha does before its first test.
  if (!globals() && !isThere()) return;
  describe(title, () => {
    runner().before(function () {
      if (!isThere() && canSkip(this)) this.skip();
    });
    body();
  });
}

export function it(title: string, body: Step): void {
  runner().it(title, body);
}

/** Whether laws are held to that no database changes. */
let holdsAll = true;

/** @param all whether to hold to laws that are the same on every database */
export function holdToAll(all: boolean): void {
  holdsAll = all;
}

/** A law that no database changes: what a request is refused for before rows are read, how it may be spelled. */
export function itOnce(title: string, body: Step): void {
  if (holdsAll) it(title, body);
}

export function before(body: Step): void {
  runner().before(body);
}

export function after(body: Step): void {
  runner().after(body);
}

function canSkip(hook: unknown): hook is { skip(): void } {
  return typeof hook === 'object' && hook !== null && 'skip' in hook && typeof hook.skip === 'function';
}

function hasTimeout(suite: unknown): suite is { timeout(ms: number): unknown } {
  return (
    typeof suite === 'object' && suite !== null && 'timeout' in suite && typeof suite.timeout === 'function'
  );
}
