/** The tests that a change can affect, by the imports between files: for `npm test -- --changed`. */
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { basename, dirname, join, normalize } from 'node:path';

/** The code that loads the files of a folder without naming them. A folder ends with a slash. */
export const loaded: Readonly<Record<string, readonly string[]>> = {
  'service/project/project.ts': ['resources/', 'migrations/', 'seeds/'],
  'service/http/console/compile.ts': ['console/'],
  'locales/index.ts': ['locales/'],
};
/** Tests that read the whole project: any change affects them. */
const ofAll = /^test\/unit\/project\/.*\.test\.ts$/;

const code = /\.(?:ts|tsx|mjs)$/;
const imported = /^(?:import|export)\s+(?:type\s+)?(?:[^;'`]*?\bfrom\s+)?'([^']+)'|\bimport\('([^']+)'\)/gm;
/** A file that is read, or run as a process: `'docs/hosts.md'`, `'server.ts'`. */
const quoted = /'([\w-]+(?:\/[\w.-]+)*\.\w+)'/g;

/** @returns the tests that changed files can affect, those with their name and the nearest first */
export function reachedTests(root: string, changed: readonly string[]): string[] {
  const files = [...git(root, 'ls-files'), ...untracked(root)].filter((file) => existsSync(join(root, file)));
  return testsReachedBy(changed, files, (file) => readFileSync(join(root, file), 'utf8'));
}

/** @param files paths from the root, of all files @param read returns the text of one */
export function testsReachedBy(
  changed: readonly string[],
  files: readonly string[],
  read: (file: string) => string,
): string[] {
  const there = new Set(files);
  const users = new Map<string, Set<string>>();
  const use = (user: string, used: string) => users.set(used, (users.get(used) ?? new Set()).add(user));
  for (const file of files) {
    if (!code.test(file)) continue;
    for (const used of usedBy(file, read(file))) if (there.has(used)) use(file, used);
    for (const folder of loaded[file] ?? [])
      for (const used of [...files, ...changed]) if (used.startsWith(folder)) use(file, used);
  }
  // Each file is visited at its minimum distance, because the set grows during the iteration.
  const reached = new Set([
    ...changed,
    ...(changed.length > 0 ? files.filter((file) => ofAll.test(file)) : []),
  ]);
  for (const file of reached) for (const user of users.get(file) ?? []) reached.add(user);
  const tests = [...reached].filter((file) => file.endsWith('.test.ts') && there.has(file));
  const isNamesake = (test: string) => changed.some((file) => basename(test).includes(stemOf(file)));
  return [...tests.filter(isNamesake), ...tests.filter((test) => !isNamesake(test))];
}

/** The likely name of a file's test: `zones` for `rules-zones.test.ts`. */
const stemOf = (file: string): string => basename(file).replace(/\..*$/s, '');

function usedBy(file: string, text: string): string[] {
  const imports = [...text.matchAll(imported)].map(([, from, dynamic = '']) =>
    normalize(join(dirname(file), from ?? dynamic)),
  );
  return [...imports, ...[...text.matchAll(quoted)].map(([, path = '']) => path)];
}

/** The differences from `main` (on `main` itself: from the last commit), as paths from the root. */
export function changedFiles(root: string): string[] {
  const [base = 'HEAD'] = git(root, 'merge-base', 'main', 'HEAD');
  return [...git(root, 'diff', '--name-only', '--no-renames', '--relative', base), ...untracked(root)];
}

const untracked = (root: string): string[] => git(root, 'ls-files', '--others', '--exclude-standard');

/** The output lines of git; none if it fails, as without a branch of that name. */
function git(root: string, ...args: string[]): string[] {
  const { status, stdout } = spawnSync('git', args, { cwd: root, encoding: 'utf8', maxBuffer: 2 ** 26 });
  return status === 0 ? stdout.split('\n').filter((line) => line !== '') : [];
}
