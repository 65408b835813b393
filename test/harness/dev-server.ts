/** `npm run dev`, or that of a project of one's own, as a developer runs it: a server that begins anew whenever files change. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { dropAtExit, keepUntilExit } from './at-exit.ts';
import { testAppKey } from './database.ts';
import { freePort } from './port.ts';
import { until } from './until.ts';

export interface DevServer {
  readonly url: string;
  /** All it has printed so far, errors too. */
  readonly told: string;
  /** How often a server has begun to listen so far. */
  readonly starts: number;
  /** Asks until the answer is yes. @throws Error with what was printed, once the patience is at its end */
  until(what: string, ask: () => boolean | Promise<boolean>): Promise<void>;
  /** SIGTERM to the program that was started alone, as whatever watches over it sends it. */
  terminate(): void;
  stop(): Promise<void>;
}

/**
 * @param env settings beside the port
 * @param command how it is started there
 */
export async function startDev(
  project: string,
  env: Readonly<Record<string, string>>,
  [program, ...words]: readonly [string, ...string[]] = ['npm', 'run', 'dev'],
): Promise<DevServer> {
  const port = await freePort();
  const child = spawn(program, words, {
    cwd: project,
    env: {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      APP_KEY: testAppKey,
      ...env,
      PORT: String(port),
    },
    stdio: ['ignore', 'pipe', 'pipe'],
    // npm, its shell, the watcher and the server make a group that can be ended as one.
    detached: true,
  });
  const group = {
    kill(signal: NodeJS.Signals): void {
      try {
        process.kill(-(child.pid ?? 0), signal);
      } catch {
        // All of them have ended.
      }
    },
  };
  keepUntilExit(group);
  let told = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      told += text;
    });
  }
  const exited = once(child, 'close');
  return {
    url: `http://127.0.0.1:${port}`,
    get told() {
      return told;
    },
    get starts() {
      return told.split('is listening on ').length - 1;
    },
    until: (what, ask) => until(what, ask, { everyMs: 100, tell: () => `The server said:\n${told}` }),
    terminate: () => void child.kill('SIGTERM'),
    async stop() {
      group.kill('SIGTERM');
      await exited;
      // The watcher ends at once; the server behind it may still be finishing.
      group.kill('SIGKILL');
      dropAtExit(group);
    },
  };
}
