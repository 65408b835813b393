/** `describe` and its like of the running test program: Mocha, or one that has its globals, else Node itself. */

/** The functions that declare laws. */
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
 * Runs the preparation of the tests before the first of them. Mocha reports a failing hook once. Node would report each test that
 * does not run because of it, and runs a file in a process of its own: there, the preparation runs at once.
 * @returns the rest of the work, for the group of the tests
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
    // By default Mocha allows a test two seconds, Node any time.
    if (hasTimeout(this)) this.timeout(timeout);
    body();
  });
}

/** A group of tests that is left out if its subject does not exist. @param isThere known when the preparation has ended */
export function describeWhere(isThere: () => boolean, title: string, body: () => void): void {
  // Node has already done what Mocha does before its first test.
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

/** Whether laws that no database changes are checked. */
let holdsAll = true;

/** @param all whether to check laws that are the same on every database */
export function holdToAll(all: boolean): void {
  holdsAll = all;
}

/** A law that no database changes: refusals before rows are read, spellings of a request. */
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
