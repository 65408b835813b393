/** `npm run dev`, here or in a project, as a developer runs it: a server that restarts when files change. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { dropAtExit, keepUntilExit } from './at-exit.ts';
import { testAppKey } from './database.ts';
import { freePort } from './port.ts';
import { until } from './until.ts';

export interface DevServer {
  readonly url: string;
  /** Everything it has printed so far, including errors. */
  readonly told: string;
  /** The number of starts so far. */
  readonly starts: number;
  /** Polls until the answer is true. @throws Error with the output after the timeout */
  until(what: string, ask: () => boolean | Promise<boolean>): Promise<void>;
  /** SIGTERM to the started program only, as a process manager sends it. */
  terminate(): void;
  stop(): Promise<void>;
}

/**
 * @param env settings beside the port
 * @param command to start it there
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
    // npm, its shell, the watcher and the server are a process group that can be ended together.
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
      // The watcher ends at once; its server may still be stopping.
      group.kill('SIGKILL');
      dropAtExit(group);
    },
  };
}
