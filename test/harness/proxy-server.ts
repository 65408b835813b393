/** A proxy as a separate process, with its output. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile, rm } from 'node:fs/promises';
import { dropAtExit, keepUntilExit } from './at-exit.ts';
import { until } from './until.ts';

export interface ProxyServer {
  /** The authority of its certificate for `localhost`. */
  readonly ca: string;
  /** Its log so far, including what it stores on disk. */
  readonly told: string;
  stop(): Promise<void>;
}

export interface ProxyProcess {
  readonly name: string;
  readonly program: string;
  readonly args: readonly string[];
  /** Default: that of this process. */
  readonly env?: Readonly<Record<string, string>>;
  /** Its working folder; removed with it. */
  readonly folder: string;
  /** The file of its authority, which exists once it is ready. */
  readonly ca: string;
  /** @param told its output so far */
  isReady(told: string): boolean | Promise<boolean>;
}

/** @throws Error with the proxy's output, if it refuses its configuration */
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
