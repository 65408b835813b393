/** A proxy as a process of its own, with what it says. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile, rm } from 'node:fs/promises';
import { dropAtExit, keepUntilExit } from './at-exit.ts';
import { until } from './until.ts';

export interface ProxyServer {
  /** The authority of the certificate it shows, for `localhost`. */
  readonly ca: string;
  /** All it has written to its log: what it holds on the disk, too. */
  readonly told: string;
  stop(): Promise<void>;
}

export interface ProxyProcess {
  readonly name: string;
  readonly program: string;
  readonly args: readonly string[];
  /** That of this process where it is left out. */
  readonly env?: Readonly<Record<string, string>>;
  /** What it works in; removed with it. */
  readonly folder: string;
  /** The file of its authority, which is there once it is ready. */
  readonly ca: string;
  /** @param told all that it has said */
  isReady(told: string): boolean | Promise<boolean>;
}

/** @throws Error with what the proxy said, when it refuses its configuration */
export async function runProxy(proxy: ProxyProcess): Promise<ProxyServer> {
  const { name, program, args, env, folder, ca } = proxy;
  const child = spawn(program, args, { stdio: ['ignore', 'ignore', 'pipe'], ...(env && { env }) });
  keepUntilExit(child);
  let told = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    told += text;
  });
  const ended = once(child, 'close');
  await until(`${name} is ready`, () => {
    if (child.exitCode !== null) throw new Error(`${name} ended: ${told}`);
    return proxy.isReady(told);
  });
  return {
    ca: await readFile(ca, 'utf8'),
    get told() {
      return told;
    },
    stop: async () => {
      child.kill('SIGTERM');
      await ended;
      dropAtExit(child);
      await rm(folder, { recursive: true, force: true });
      dropAtExit(folder);
    },
  };
}
