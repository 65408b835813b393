/** The log: JSON lines for machines, and at a terminal lines for the person who sits there. */
import { createRequire } from 'node:module';
import { type DestinationStream, type Logger, pino } from 'pino';
import type { Config } from '../config/config.ts';
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
  };
  if (output.isTTY) return pino(settings, readable(output));
  // Its own way to standard output is the faster one.
  if (output === process.stdout) return pino(settings);
  return pino(settings, { write: (line) => void output.write(line) });
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
