/** What can be asked for by `millwright …` and `npm run …`, and the file that does it. */

/**
 * By their words: the module without its ending, from the root, what it is for, and whether it is about sources, so that
 * it runs from those where they are there.
 */
export const commands = {
  new: ['commands/project-new', 'FOLDER: writes a project that stands on this package'],
  start: ['service/server', 'serves, until SIGTERM or SIGINT'],
  dev: ['service/server', 'serves, and begins anew whenever a definition, a migration or words change'],
  migrate: ['commands/migrate', 'brings the schema up to date'],
  backup: ['commands/backup', '[FILE]: writes the embedded database and its key to one file'],
  restore: ['commands/restore', 'FILE: puts a backup back where there is no database'],
  tasks: ['commands/tasks', 'does what comes due; with --once all of it now'],
  seed: ['commands/seed/seed', 'puts in the demo data, or runs the seeds of a project that were never run'],
  'seed bulk': ['commands/seed/seed-bulk', '--materials N [--sites S]: fills new sites for tests under load'],
  'user create': ['commands/accounts/user-create', '[--admin]: makes a person who can sign in'],
  'user reset-password': ['commands/accounts/user-reset-password', 'E-MAIL: gives somebody another password'],
  'user reset-2fa': ['commands/accounts/user-reset-2fa', 'E-MAIL: takes the second factor away'],
  'key forget': ['commands/key-forget', 'goes on with another key where the old one is lost'],
  reindex: ['commands/reindex', 'writes what searches and totals are read from anew'],
  doctor: ['commands/doctor', 'says what is not well, and what to do about it'],
  'resource new': ['commands/resource-new', 'NAME: writes a short definition to begin with', true],
  'migration new': ['commands/migration-new', 'writes the migration that definitions ask for', true],
  check: ['commands/check-resources', '[--strict]: says what is wrong with the definitions', true],
  test: ['commands/test', '[--resource NAME] [FILE…]: runs the tests of a project'],
  client: ['commands/client', '[FOLDER]: writes the TypeScript client of the definitions', true],
};

/**
 * The command that the words begin with.
 *
 * @returns its name, its module and the words that are left for it; null if there is no such command
 */
export function findCommand(words) {
  for (const count of [2, 1]) {
    // `user:create`, the name of the npm script, is `user create`.
    const name = words.slice(0, count).join(' ').replaceAll(':', ' ');
    const found = Object.hasOwn(commands, name) ? commands[name] : undefined;
    if (words.length >= count && found) {
      const [module, , ofSources = false] = found;
      return { name, module, ofSources, rest: words.slice(count) };
    }
  }
  return null;
}

/** The list of them for a person. */
export function usage() {
  const lines = Object.entries(commands).map(([name, [, what]]) => `  ${name.padEnd(22)}${what}`);
  return ['Use: millwright COMMAND', '', ...lines, ''].join('\n');
}
