/** The common parts of commands about people: they check their arguments, and that the schema is there. */
import { createInterface, type Interface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { parseArgs } from 'node:util';
import type { Database } from '../../engine/database/open.ts';
import type { Config } from '../../service/config/config.ts';
import { StartError } from '../../service/project/start-error.ts';
import { runCommand } from '../../service/start/command.ts';
import { requireCurrentSchema } from '../../service/start/migrate.ts';

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

/** Asks a person at a terminal. If the input is a file or a pipe, its lines are the answers. Close it after the last answer. */
class Terminal {
  readonly #lines: Interface;
  readonly #piped: AsyncIterator<string> | null;
  #hidden = false;

  constructor() {
    const output = new Writable({
      // In terminal mode readline shows every key by writing it here: while a password is typed, nowhere.
      write: (chunk: Buffer, _encoding, done) => {
        if (!this.#hidden) process.stderr.write(chunk);
        done();
      },
    });
    const terminal = process.stdin.isTTY === true;
    this.#lines = createInterface({ input: process.stdin, output, terminal });
    this.#lines.once('SIGINT', () => process.exit(130));
    // Taken at once: lines of a pipe that come before the first question would be lost.
    this.#piped = terminal ? null : this.#lines[Symbol.asyncIterator]();
  }

  /** An answer in the open. @throws StartError when the input ends before it */
  async ask(question: string): Promise<string> {
    return (this.#piped ? await nextOf(this.#piped) : await this.#lines.question(`${question} `)).trim();
  }

  /** A new password, asked for twice at a terminal. @throws StartError when the two differ, or the input ends */
  async askNewPassword(): Promise<string> {
    if (this.#piped) return nextOf(this.#piped);
    const password = await this.#askHidden('New password:');
    if (password !== (await this.#askHidden('The same again:'))) {
      throw new StartError('The two passwords are not the same.');
    }
    return password;
  }

  close(): void {
    this.#lines.close();
  }

  async #askHidden(question: string): Promise<string> {
    process.stderr.write(`${question} `);
    this.#hidden = true;
    try {
      return await this.#lines.question('');
    } finally {
      this.#hidden = false;
      process.stderr.write('\n');
    }
  }
}

async function nextOf(lines: AsyncIterator<string>): Promise<string> {
  const { value, done } = await lines.next();
  if (done) throw new StartError('The input ended before all questions were answered.');
  return value;
}
