/** The commands of `millwright …` and `npm run …`, and the file of each. */

/**
 * By their words: the module without its ending, from the root; its purpose; and whether the command is about sources, so that it
 * runs from the sources if they exist.
 */
export const commands = {
  new: ['commands/project-new', 'FOLDER: writes a new project that uses this package'],
  start: ['service/server', 'serves, until SIGTERM or SIGINT'],
  dev: ['service/server', 'serves, and restarts when a definition, a migration or words change'],
  migrate: ['commands/migrate', 'brings the schema up to date'],
  backup: ['commands/backup', '[FILE]: writes the embedded database and its key to one file'],
  restore: ['commands/restore', 'FILE: restores a backup, if there is no database yet'],
  tasks: ['commands/tasks', 'runs the tasks when they are due; with --once all of them now'],
  seed: ['commands/seed/seed', 'adds the demo data, or runs the seeds of a project that have not run yet'],
  'seed bulk': ['commands/seed/seed-bulk', '--materials N [--sites S]: fills new sites, for load tests'],
  'user create': ['commands/accounts/user-create', '[--admin]: creates a user who can sign in'],
  'user reset-password': ['commands/accounts/user-reset-password', 'E-MAIL: sets a new password for a user'],
  'user reset-2fa': ['commands/accounts/user-reset-2fa', 'E-MAIL: removes the second factor of a user'],
  'key forget': ['commands/key-forget', 'continues with a new key if the old one is lost'],
  reindex: ['commands/reindex', 'repairs search texts, sort keys, indexes and totals'],
  doctor: ['commands/doctor', 'checks the installation, and names a remedy for each problem'],
  'resource new': ['commands/resource-new', 'NAME: writes a first definition', true],
  'migration new': ['commands/migration-new', 'writes the migration that the definitions need', true],
  check: ['commands/check-resources', '[--strict]: lists mistakes in the definitions', true],
  test: ['commands/test', '[--resource NAME] [FILE…]: runs the tests of a project'],
  client: ['commands/client', '[FOLDER]: writes the TypeScript client of the definitions', true],
};

/**
 * The command that the words begin with.
 * @returns its name, its module and the remaining words; null if there is no such command
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
