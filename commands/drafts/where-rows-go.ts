/** Asks the author of a migration for the new value of rows whose value is removed. */

import { Terminal } from '../terminal/terminal.ts';
import type { GoneValue, WhereRowsGo } from './draft.ts';

/** How a person writes that rows have nothing there. */
const nothing = '-';

/** Asks the person at the terminal, once for each value. */
export async function askAtTerminal(gone: readonly GoneValue[]): Promise<WhereRowsGo> {
  const terminal = new Terminal();
  try {
    return await askWhereRowsGo(gone, (question) => terminal.ask(question));
  } finally {
    terminal.close();
  }
}

/**
 * Asks about each value until the answer is one of its choices, or empty, which leaves it open.
 * @param ask shows a question and returns the answer
 */
export async function askWhereRowsGo(
  gone: readonly GoneValue[],
  ask: (question: string) => Promise<string>,
): Promise<WhereRowsGo> {
  const told = new Map<string, string | null>();
  const keyOf = ({ table, column, value }: GoneValue) => `${table}.${column}.${value}`;
  for (const one of gone) {
    let answer = await ask(questionOf(one));
    while (answer !== '' && !one.choices.some((choice) => shown(choice) === answer)) {
      answer = await ask(`There is no “${answer}”. ${choicesOf(one)}`);
    }
    const [choice] = one.choices.filter((each) => shown(each) === answer);
    if (choice !== undefined) told.set(keyOf(one), choice);
  }
  return (one) => told.get(keyOf(one));
}

function questionOf(gone: GoneValue): string {
  const { table, column, value } = gone;
  return `Rows of “${table}” may have “${value}” in “${column}”, which is no longer a value. What is their new value? ${choicesOf(gone)}`;
}

function choicesOf({ choices }: GoneValue): string {
  const listed = choices.map((choice) => (choice === null ? `${nothing} (to nothing)` : choice)).join(', ');
  return `Give one of: ${listed}. Give nothing to write it into the migration later.`;
}

function shown(choice: string | null): string {
  return choice ?? nothing;
}
