/** The log: JSON lines for machines, and readable lines at a terminal. */
import { createRequire } from 'node:module';
import { type DestinationStream, type LogFn, type Logger, pino } from 'pino';
import type { Config } from '../../config/config.ts';
import { inWords, programOfCommands } from '../../project/command-words.ts';
import { describeError } from './log-error.ts';

/** The target of the log: standard output, or a test. */
export interface LogOutput {
  /** Whether it is a terminal. */
  readonly isTTY?: boolean;
  write(text: string): unknown;
}

/**
 * Creates a log of the configured level. Each line is an object with `level` (pino's numbers), `time` (RFC 3339, UTC), `pid`,
 * `hostname` and `msg`; at a terminal it is text.
 */
export function createLog({ logLevel }: Pick<Config, 'logLevel'>, output: LogOutput): Logger {
  const settings = {
    level: logLevel,
    timestamp: pino.stdTimeFunctions.isoTime,
    serializers: { err: describeError },
    // In this project, the texts already contain the right script names.
    ...(programOfCommands() !== null && { hooks: { logMethod: nameCommands } }),
  };
  if (output.isTTY) return pino(settings, readable(output));
  if (output === process.stdout) return pino(settings, gathered(1));
  return pino(settings, { write: (line) => void output.write(line) });
}

/** Replaces commands by what the reader of the log can run. */
function nameCommands(this: Logger, [what, message]: Parameters<LogFn>, method: LogFn): void {
  const told = typeof what === 'string' ? inWords(what) : what;
  method.apply(this, message === undefined ? [told] : [told, inWords(message)]);
}

/** How long request lines wait for others at most, in milliseconds. */
const longestWaitMs = 250;
/** The number of bytes that a pipe accepts atomically, with any number of writers (POSIX, PIPE_BUF). */
const wholeWrite = 4096;
/** The end of every request line. */
const requestEnd = '"msg":"request"}\n';

/**
 * Writes several request lines at a time: each write costs about as much as making the line. Other lines are written at once,
 * after the waiting ones. Waiting lines are also written when the process ends, unless it is killed. Except for a single long
 * line, no write is longer than a pipe accepts atomically: several processes may write to it.
 *
 * @param file number of an open file
 */
export function gathered(file: number): DestinationStream & { flushSync(): void } {
  const output = pino.destination({
    dest: file,
    sync: true,
    minLength: wholeWrite / 2,
    maxWrite: wholeWrite,
  });
  let wait: NodeJS.Timeout | undefined;
  const flushSync = () => {
    clearTimeout(wait);
    wait = undefined;
    output.flushSync();
  };
  process.on('exit', flushSync);
  return {
    write: (line) => {
      output.write(line);
      if (!line.endsWith(requestEnd)) flushSync();
      else wait ??= setTimeout(flushSync, longestWaitMs).unref();
    },
    flushSync,
  };
}

/** A line per request, and pino-pretty for everything else: imported here, since machines do not need it. */
function readable(output: LogOutput): DestinationStream {
  const { prettyFactory }: typeof import('pino-pretty') = createRequire(import.meta.url)('pino-pretty');
  const prettify = prettyFactory({ ignore: 'pid,hostname', translateTime: 'SYS:HH:MM:ss', colorize: false });
  return {
    write: (line) => {
      const entry: unknown = JSON.parse(line);
      output.write(requestLine(entry) ?? prettify(line));
    },
  };
}

/** `14:03:22 GET /api/v1/zones/7 200 3.1 ms`; null for another entry. */
function requestLine(entry: unknown): string | null {
  if (typeof entry !== 'object' || entry === null || !('msg' in entry) || entry.msg !== 'request')
    return null;
  const { time, method, route, id, status, ms }: Record<string, unknown> = { ...entry };
  const clock = new Date(String(time)).toTimeString().slice(0, 8);
  const path = id === undefined ? String(route) : String(route).replace(':id', String(id));
  return `${clock} ${method} ${path} ${status} ${ms} ms\n`;
}
