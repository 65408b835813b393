/** Cleans up child processes and temporary folders, however this process ends. */
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

/** Forgets it, because it has already ended or been removed. */
export function dropAtExit(leftover: Child | string): void {
  leftovers.delete(leftover);
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
  // Without a listener, these signals end the process without an `exit` event.
  for (const [signal, code] of [
    ['SIGINT', 130],
    ['SIGTERM', 143],
    ['SIGHUP', 129],
  ] as const) {
    process.on(signal, () => process.exit(code));
  }
}
