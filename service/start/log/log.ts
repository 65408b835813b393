/** The log: JSON lines for machines, and at a terminal lines for the person who sits there. */
import { createRequire } from 'node:module';
import { type DestinationStream, type LogFn, type Logger, pino } from 'pino';
import type { Config } from '../../config/config.ts';
import { inWords, programOfCommands } from '../../project/command-words.ts';
import { describeError } from './log-error.ts';

/** Where the log goes: standard output, or what a test looks into. */
export interface LogOutput {
  /** Whether a person reads it as it comes. */
  readonly isTTY?: boolean;
  write(text: string): unknown;
}

/**
 * A log of the level that is set. Each line is an object with `level` (pino's numbers), `time` (RFC 3339, UTC), `pid`,
 * `hostname` and `msg`; at a terminal it is text.
 */
export function createLog({ logLevel }: Pick<Config, 'logLevel'>, output: LogOutput): Logger {
  const settings = {
    level: logLevel,
    timestamp: pino.stdTimeFunctions.isoTime,
    serializers: { err: describeError },
    // Here the scripts of this project are named, as they stand in its texts.
    ...(programOfCommands() !== null && { hooks: { logMethod: nameCommands } }),
  };
  if (output.isTTY) return pino(settings, readable(output));
  if (output === process.stdout) return pino(settings, gathered(1));
  return pino(settings, { write: (line) => void output.write(line) });
}

/** Names commands as whoever reads the log can run them. */
function nameCommands(this: Logger, [what, message]: Parameters<LogFn>, method: LogFn): void {
  const told = typeof what === 'string' ? inWords(what) : what;
  method.apply(this, message === undefined ? [told] : [told, inWords(message)]);
}

/** Lines of requests wait for others at the most so long, in milliseconds. */
const longestWaitMs = 250;
/** Bytes that a pipe takes as a whole, whoever else writes to it (POSIX, PIPE_BUF). */
const wholeWrite = 4096;
/** How every line of a request ends. */
const requestEnd = '"msg":"request"}\n';

/**
 * Writes the lines of requests several at a time: each write costs about as much as making the line. Everything else is
 * written at once, and what has waited before it; so is what waits when the process ends, but for one that is killed. No write
 * is longer than a pipe takes whole, where a single line is not: several processes may write to it.
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

/** A line a request, and pino-pretty for everything else: loaded here, as machines do without it. */
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

/** `14:03:22 GET /api/v1/zones/7 200 3.1 ms`; null where the entry is of something else. */
function requestLine(entry: unknown): string | null {
  if (typeof entry !== 'object' || entry === null || !('msg' in entry) || entry.msg !== 'request')
    return null;
  const { time, method, route, id, status, ms }: Record<string, unknown> = { ...entry };
  const clock = new Date(String(time)).toTimeString().slice(0, 8);
  const path = id === undefined ? String(route) : String(route).replace(':id', String(id));
  return `${clock} ${method} ${path} ${status} ${ms} ms\n`;
}
