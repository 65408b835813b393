/** What must not outlive this process, however it ends: child processes and temporary folders. */
import { rmSync } from 'node:fs';

interface Child {
  kill(signal: NodeJS.Signals): unknown;
}

const leftovers = new Set<Child | string>();

/** Kills the child, or removes the folder, when this process ends; children first. */
export function keepUntilExit(leftover: Child | string): void {
  if (leftovers.size === 0) listen();
  leftovers.add(leftover);
}

/** Forgets it, since it has ended or has been removed already. */
export function dropAtExit(leftover: Child | string): void {
  leftovers.delete(leftover);
}

const tidying: (() => Promise<void>)[] = [];

/** Has something done when the tests of this process are through. */
export function atEnd(work: () => Promise<void>): void {
  tidying.push(work);
}

/** Does what is to be done when the tests of this process are through. */
export async function tidyUp(): Promise<void> {
  for (const work of tidying.splice(0)) await work();
}

let listening = false;

function listen(): void {
  if (listening) return;
  listening = true;
  process.on('exit', () => {
    for (const leftover of leftovers) if (typeof leftover !== 'string') leftover.kill('SIGKILL');
    for (const leftover of leftovers) {
      if (typeof leftover === 'string') rmSync(leftover, { recursive: true, force: true, maxRetries: 5 });
    }
  });
  // Without a listener these end the process at once, and `exit` is never heard of.
  for (const [signal, code] of [
    ['SIGINT', 130],
    ['SIGTERM', 143],
    ['SIGHUP', 129],
  ] as const) {
    process.on(signal, () => process.exit(code));
  }
}
