/**
 * The arguments of `npm test -- …`: files, `--all`, `--changed`, `--only sqlite|mariadb|mysql|unit|browser`,
 * `--grep text`, `--resource tools`, `--built`, `--no-built`.
 */
import { parseArgs } from 'node:util';

export const parts = ['unit', 'sqlite', 'mariadb', 'browser', 'mysql'] as const;
export type Part = (typeof parts)[number];
export type Extent = 'short' | 'all' | 'changed' | 'named';

/** The default parts: MySQL is usually not installed. */
const usualParts: readonly Part[] = parts.filter((part) => part !== 'mysql');

const conformanceFile = 'test/service/conformance.test.ts';

export interface RunArguments {
  /** The requested test files; none means all of them. */
  readonly files: readonly string[];
  /** Which files: the daily ones, all, those affected by a change, or the named ones, on every possible part. */
  readonly extent: Extent;
  readonly grep: string | undefined;
  /** Paths of the resources whose conformance is tested; none means all of them. */
  readonly resources: readonly string[];
  /** The parts to run; by default all except `mysql`. */
  readonly only: readonly Part[];
  /** Whether processes run compiled code: by default if whole parts are run, which start hundreds of them. */
  readonly built: boolean;
}

/** @throws Error in one sentence for an unknown argument */
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
  // A single resource is tested by the conformance file.
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
