/** Questions of commands to a person at the terminal; passwords are not shown. */
import { createInterface, type Interface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { StartError } from '../../service/project/start-error.ts';

/** Asks a person at a terminal. If the input is a file or a pipe, its lines are the answers. Close it after the last answer. */
export class Terminal {
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
