/** The report of a failed test: enough to find it from the end of a log. */
import { relative } from 'node:path';
import Mocha from 'mocha';
import { newErrors } from './logged-errors.ts';

export interface Failure {
  /** Path from the project's root. */
  readonly file: string;
  /** With the titles of its groups first. */
  readonly title: string;
  /** The thrown error: its message, its comparison, its place, and what services logged. Several lines, but a limited number. */
  readonly error: string;
}

/** Of a message, of a comparison and of a stack each. */
const mostLines = { message: 12, difference: 20, stack: 6 };

/** @param error the thrown error, with its comparison as texts, as Mocha's reports make it */
export function failureOf(test: Mocha.Runnable, error: unknown): Failure {
  return {
    file: nameOf(fileOf(test)),
    title: test.titlePath().join(' › '),
    error: [...linesOf(error), ...newErrors()].join('\n'),
  };
}

/** @param file a test file that could not be loaded */
export function failureToLoad(file: string, error: unknown): Failure {
  return { file: nameOf(file), title: '(could not be loaded)', error: linesOf(error).join('\n') };
}

/** A file's path from the project's root. */
export function nameOf(file: string): string {
  return relative(process.cwd(), file);
}

/** The text for people: all failures of a run, with the part of each. */
export function listFailures(failures: readonly (Failure & { readonly part: string })[]): string {
  return failures
    .map(({ part, file, title, error }, index) =>
      [`Failure ${index + 1} of ${failures.length}: ${part}, ${file}`, title, ...error.split('\n')].join(
        '\n    ',
      ),
    )
    .join('\n\n');
}

/** A hook has no file; its group has. */
function fileOf({ file, parent }: Mocha.Runnable): string {
  let suite = parent;
  while (suite?.file === undefined && suite?.parent) suite = suite.parent;
  return file ?? suite?.file ?? '';
}

function linesOf(error: unknown): string[] {
  if (!(error instanceof Error)) return cut(String(error), mostLines.message);
  const { message, stack = '', cause } = error;
  const places = stack.split('\n').filter((line) => /^\s+at /.test(line));
  return [
    ...cut(`${error.name}: ${message}`, mostLines.message),
    ...cut(differenceOf(error), mostLines.difference),
    ...cut(places.join('\n'), mostLines.stack, ''),
    ...(cause instanceof Error ? cut(`Caused by ${cause.name}: ${cause.message}`, mostLines.message) : []),
  ];
}

/** The actual and the expected value, if an assertion has both. */
function differenceOf(error: Error): string {
  const own: Readonly<Record<string, unknown>> = { ...error };
  const { actual, expected, showDiff } = own;
  if (showDiff !== true || typeof actual !== 'string' || typeof expected !== 'string') return '';
  return Mocha.reporters.Base.generateDiff(actual, expected).replaceAll(/^ {6}/gm, '');
}

/** @param rest replaces the dropped lines */
function cut(text: string, most: number, rest = '…'): string[] {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  return lines.length > most ? [...lines.slice(0, most), ...(rest ? [rest] : [])] : lines;
}
