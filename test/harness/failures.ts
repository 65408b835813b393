/** What is told of a test that failed: enough to find it when there is nothing but the end of a log. */
import { relative } from 'node:path';
import Mocha from 'mocha';

export interface Failure {
  /** Path from the project's root. */
  readonly file: string;
  /** Those of the groups around it first. */
  readonly title: string;
  /** What was thrown: its message, what it compared, where. Several lines, but not very many. */
  readonly error: string;
}

/** Of a message, of a comparison and of a stack each. */
const mostLines = { message: 12, difference: 20, stack: 6 };

/** @param error what was thrown, with what it compared as texts already, as Mocha's reports make it */
export function failureOf(test: Mocha.Runnable, error: unknown): Failure {
  return {
    file: nameOf(fileOf(test)),
    title: test.titlePath().join(' › '),
    error: linesOf(error).join('\n'),
  };
}

/** @param file of a test file that could not even be loaded */
export function failureToLoad(file: string, error: unknown): Failure {
  return { file: nameOf(file), title: '(could not be loaded)', error: linesOf(error).join('\n') };
}

/** A file's path from the project's root. */
export function nameOf(file: string): string {
  return relative(process.cwd(), file);
}

/** The text for a person: all failures of a run, with the part each was in. */
export function listFailures(failures: readonly (Failure & { readonly part: string })[]): string {
  return failures
    .map(({ part, file, title, error }, index) =>
      [`Failure ${index + 1} of ${failures.length}: ${part}, ${file}`, title, ...error.split('\n')].join(
        '\n    ',
      ),
    )
    .join('\n\n');
}

/** A hook knows its file by the group it belongs to alone. */
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

/** What was and what should have been, where an assertion knows both. */
function differenceOf(error: Error): string {
  const own: Readonly<Record<string, unknown>> = { ...error };
  const { actual, expected, showDiff } = own;
  if (showDiff !== true || typeof actual !== 'string' || typeof expected !== 'string') return '';
  return Mocha.reporters.Base.generateDiff(actual, expected).replaceAll(/^ {6}/gm, '');
}

/** @param rest stands for the lines left out */
function cut(text: string, most: number, rest = '…'): string[] {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  return lines.length > most ? [...lines.slice(0, most), ...(rest ? [rest] : [])] : lines;
}
