/**
 * The arguments of `npm test -- …`: files, `--all`, `--changed`, `--only sqlite|mariadb|mysql|unit|browser`,
 * `--grep text`, `--resource tools`, `--built`, `--no-built`.
 */
import { parseArgs } from 'node:util';

export const parts = ['unit', 'sqlite', 'mariadb', 'browser', 'mysql'] as const;
export type Part = (typeof parts)[number];
export type Extent = 'short' | 'all' | 'changed' | 'named';

/** What is run where nothing is said: MySQL is nothing that a machine has by itself. */
const usualParts: readonly Part[] = parts.filter((part) => part !== 'mysql');

const conformanceFile = 'test/service/conformance.test.ts';

export interface RunArguments {
  /** Test files asked for; none means all of them. */
  readonly files: readonly string[];
  /** Which files: those of each day, all, those that a change reaches, or those that are named, wherever they can run. */
  readonly extent: Extent;
  readonly grep: string | undefined;
  /** Resources whose laws alone are looked at, by their paths; none means all of them. */
  readonly resources: readonly string[];
  /** The parts to run; all of them by default, but `mysql`. */
  readonly only: readonly Part[];
  /** Whether processes run what is compiled first: as a rule where whole parts are run, which start hundreds of them. */
  readonly built: boolean;
}

/** @throws Error in one sentence on an argument that does not exist */
export function readRunArguments(argv: readonly string[]): RunArguments {
  const { values, positionals } = parseArgs({
    args: [...argv],
    allowPositionals: true,
    allowNegative: true,
    options: {
      grep: { type: 'string', short: 'g' },
      only: { type: 'string', multiple: true },
      resource: { type: 'string', multiple: true },
      built: { type: 'boolean' },
      all: { type: 'boolean' },
      changed: { type: 'boolean' },
    },
  });
  const { grep, built, all = false, changed = false } = values;
  if (all && changed) throw new Error('Use --all or --changed, not both.');
  const resources = (values.resource ?? []).flatMap((value) => value.split(','));
  // One resource is looked at by the file that holds it to the laws.
  const files = positionals.length === 0 && resources.length > 0 ? [conformanceFile] : positionals;
  const named = (values.only ?? []).flatMap((value) => value.split(',')).map(readPart);
  const only = named.length > 0 ? named : usualParts;
  const isWhole = files.length === 0 && grep === undefined && only.some((part) => part !== 'unit');
  const isNamed = files.length > 0 || grep !== undefined;
  const usual = all ? 'all' : 'short';
  return {
    files,
    extent: isNamed ? 'named' : changed ? 'changed' : usual,
    grep,
    resources,
    only,
    built: built ?? isWhole,
  };
}

function readPart(value: string): Part {
  const part = parts.find((known) => known === value);
  if (part === undefined) throw new Error(`--only ${value} is not known: use one of ${parts.join(', ')}.`);
  return part;
}
