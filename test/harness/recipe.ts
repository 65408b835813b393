/** Runs the shell steps of a document unchanged, with explicit replacements for what differs from the reader's machine. */
import { spawnSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';

const root = resolve(import.meta.dirname, '../..');

export type Environment = Readonly<Record<string, string>>;

export interface Replacements {
  /** Parts of the text, each of which must exist. */
  readonly texts?: readonly (readonly [string, string])[];
  /**
   * Whole lines, each of which must exist: steps that need an init system or a package manager, and what this process starts
   * itself.
   */
  readonly lines?: Readonly<Record<string, (environment: Environment) => unknown>>;
}

/** The shell blocks below a heading of a document, in order. @param file from the project's root */
export async function readSteps(file: string, heading: string): Promise<readonly string[]> {
  const text = await readFile(join(root, file), 'utf8');
  const [, part] = text.split(`\n${heading}\n`);
  const [section = ''] = part?.split(/^#{1,4} /m) ?? [];
  const steps = [...section.matchAll(/^```sh\n([\s\S]*?)^```$/gm)].map(([, step = '']) => step);
  if (steps.length === 0) throw new Error(`${file} has no steps below “${heading}”.`);
  return steps;
}

/** Replaces every occurrence. @throws Error if there is none */
export function replaceAll(text: string, replacements: readonly (readonly [string, string])[]): string {
  return replacements.reduce((made, [from, to]) => {
    if (!made.includes(from)) throw new Error(`Nothing says “${from}” in:\n${text}`);
    return made.replaceAll(from, to);
  }, text);
}

/**
 * Runs a step, in the project's root.
 * @returns its output
 * @throws Error with its output, if it fails
 */
export async function follow(step: string, { texts = [], lines = {} }: Replacements = {}): Promise<string> {
  const left = new Set(Object.keys(lines));
  let [environment, printed, script]: [Environment, string, string] = [{}, '', ''];
  const runScript = () => {
    const done = runShell(script, environment);
    [environment, printed, script] = [done.environment, printed + done.printed, ''];
  };
  for (const line of replaceAll(step, texts).split('\n')) {
    const instead = lines[line];
    if (!instead) {
      script += `${line}\n`;
      continue;
    }
    left.delete(line);
    runScript();
    await instead(environment);
  }
  runScript();
  const [missing] = left;
  if (missing !== undefined) throw new Error(`No line is “${missing}” in:\n${step}`);
  return printed;
}

/** @returns its output, and the variables at its end, including earlier ones */
function runShell(script: string, environment: Environment): { printed: string; environment: Environment } {
  const { PATH = '', HOME = '' } = process.env;
  const ended = spawnSync('bash', ['--norc', '-euc', `${script}\nenv -0 >&3`], {
    cwd: root,
    env: { PATH, HOME, ...environment },
    stdio: ['ignore', 'pipe', 'pipe', 'pipe'],
    encoding: 'utf8',
  });
  if (ended.status !== 0) throw new Error(`This has failed:\n${script}${ended.stdout}${ended.stderr}`);
  const variables = String(ended.output[3])
    .split('\0')
    .map((line): [string, string] => {
      const at = line.indexOf('=');
      return [line.slice(0, at), line.slice(at + 1)];
    });
  return { printed: ended.stdout, environment: Object.fromEntries(variables.filter(([name]) => name)) };
}
