/** The common parts of commands about people: they check their arguments, and that the schema is there. */
import { parseArgs } from 'node:util';
import type { Database } from '../../engine/database/open.ts';
import type { Config } from '../../service/config/config.ts';
import { StartError } from '../../service/project/start-error.ts';
import { runCommand } from '../../service/start/command.ts';
import { requireCurrentSchema } from '../../service/start/migrate.ts';
import { Terminal } from '../terminal/terminal.ts';

interface CommandParts {
  readonly database: Database;
  readonly config: Config;
  readonly terminal: Terminal;
}

/**
 * Runs a command on a migrated database and prints the sentence it gives.
 * @param usage printed when `read` refuses the arguments
 */
export async function runAccountCommand<Options>(
  usage: string,
  read: (args: readonly string[]) => Options,
  work: (parts: CommandParts, options: Options) => Promise<string>,
): Promise<void> {
  await runCommand(async (database, config) => {
    const options = orUsage(usage, () => read(process.argv.slice(2)));
    await requireCurrentSchema(database, config);
    const terminal = new Terminal();
    try {
      console.log(await work({ database, config, terminal }, options));
    } catch (error) {
      if (error instanceof Error && error.name === 'AdministrationError') throw new StartError(error.message);
      throw error;
    } finally {
      terminal.close();
    }
  });
}

/** The one argument of a command about a user: their e-mail. */
export function readEmail(args: readonly string[]): string {
  const [email, ...rest] = parseArgs({ args: [...args], allowPositionals: true }).positionals;
  if (email === undefined || rest.length > 0) throw new Error('One e-mail address is needed.');
  return email;
}

function orUsage<Options>(usage: string, read: () => Options): Options {
  try {
    return read();
  } catch (error) {
    throw new StartError(`${error instanceof Error ? error.message : String(error)}\n${usage}`);
  }
}
