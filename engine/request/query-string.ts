/** Walks through the parameters of a query string and tells everything wrong with them at once. */
import { type FieldErrors, invalid, noErrors } from '../failure.ts';
import { type Message, say } from '../message.ts';
import { texts } from '../messages.ts';

/** Query parameters by name; several values where one was repeated. */
export type Query = Readonly<Record<string, string | readonly string[] | undefined>>;

/** Most that is said of one parameter: a long list may be wrong in each of its parts. */
const maxMessages = 10;

/** Collects errors per parameter, so that all are told at once. */
export class Problems {
  readonly errors: FieldErrors = noErrors();
  /** How many more there are of a parameter than are said. */
  readonly #unsaid = new Map<string, number>();

  add(name: string, message: Message): void {
    const known = this.errors[name];
    if (!known) this.errors[name] = [message];
    else if (known.length < maxMessages) known.push(message);
    else this.#unsaid.set(name, (this.#unsaid.get(name) ?? 0) + 1);
  }

  /** @throws Failure `validation_failed` where anything was added */
  settle(): void {
    for (const [name, more] of this.#unsaid) this.errors[name]?.push(say(texts.moreProblems, { name, more }));
    this.#unsaid.clear();
    if (Object.keys(this.errors).length > 0) throw invalid(this.errors);
  }
}

/** Reads the value of one parameter. */
export type Reader = (value: string, name: string, operator: string | null) => void;

/** Reads each parameter with its reader; `name[operator]` goes to that of `name`. */
export function readEach(query: Query, readers: ReadonlyMap<string, Reader>, problems: Problems): void {
  for (const [key, value] of Object.entries(query)) {
    if (value === undefined) continue;
    const [, name = key, operator = null] = /^([^[\]]+)\[([^[\]]*)\]$/.exec(key) ?? [];
    const reader = readers.get(name);
    if (!reader) {
      const allowed = readers.size > 0 ? [...readers.keys()] : texts.nothing;
      problems.add(key, say(texts.unknownParameter, { name: key, allowed }));
    } else if (operator === '') {
      // How many clients spell a list: `status[]=open&status[]=closed`.
      problems.add(key, say(texts.noList, { name }));
    } else if (typeof value !== 'string') {
      problems.add(key, say(texts.repeatedParameter, { name: key }));
    } else {
      reader(value, name, operator);
    }
  }
}

/** A reader for a parameter without operators. */
export function plain(read: (value: string) => void, problems: Problems): Reader {
  return (value, name, operator) => {
    if (operator === null) read(value);
    else refuseOperator(name, operator, [], problems);
  };
}

/** Says that a parameter has no such operator, and which ones it has. */
export function refuseOperator(
  name: string,
  operator: string,
  known: readonly string[],
  problems: Problems,
): void {
  const allowed = known.length > 0 ? known.map((word) => `[${word}]`) : texts.nothing;
  problems.add(`${name}[${operator}]`, say(texts.noOperator, { name, operator, allowed }));
}
