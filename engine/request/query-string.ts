/** Reads the parameters of a query string and reports all errors at once. */
import { type FieldErrors, invalid, noErrors } from '../failure.ts';
import { type Message, say } from '../message.ts';
import { texts } from '../messages.ts';

/** Query parameters by name; several values if one was repeated. */
export type Query = Readonly<Record<string, string | readonly string[] | undefined>>;

/** The maximum number of messages per parameter: each part of a long list may have an error. */
const maxMessages = 10;

/** Collects errors per parameter, so that all are reported at once. */
export class Problems {
  readonly errors: FieldErrors = noErrors();
  /** The number of further messages of a parameter. */
  readonly #unsaid = new Map<string, number>();

  add(name: string, message: Message): void {
    const known = this.errors[name];
    if (!known) this.errors[name] = [message];
    else if (known.length < maxMessages) known.push(message);
    else this.#unsaid.set(name, (this.#unsaid.get(name) ?? 0) + 1);
  }

  /** @throws Failure `validation_failed` if there are errors */
  settle(): void {
    for (const [name, more] of this.#unsaid) this.errors[name]?.push(say(texts.moreProblems, { name, more }));
    this.#unsaid.clear();
    if (Object.keys(this.errors).length > 0) throw invalid(this.errors);
  }
}

/** The values of one parameter and operator, from one or several occurrences. */
export interface Asked {
  readonly name: string;
  readonly operator: string | null;
  /** As first sent: `status`, `status[]`, `status[not]`, `status[not][]`. */
  readonly key: string;
  readonly values: readonly string[];
}

/** Reads one parameter. */
export type ParameterReader = (asked: Asked) => void;

/** Calls the reader of each parameter; `name[operator]` is passed to that of `name`. */
export function readEach(
  query: Query,
  readers: ReadonlyMap<string, ParameterReader>,
  problems: Problems,
): void {
  for (const asked of gathered(query)) {
    const reader = readers.get(asked.name);
    const allowed = readers.size > 0 ? [...readers.keys()] : texts.nothing;
    if (reader) reader(asked);
    else problems.add(asked.key, say(texts.unknownParameter, { name: asked.key, allowed }));
  }
}

/** The parameters of a query, in any of these notations: `a=1,2`, `a=1&a=2`, `a[]=1&a[]=2`, `a[0]=1&a[1]=2`. */
function gathered(query: Query): Iterable<Asked> {
  const all = new Map<string, Asked>();
  for (const [key, value] of Object.entries(query)) {
    if (value === undefined) continue;
    const [, name = key, operator = null] =
      /^([^[\]]+)(?:\[(?!\d)([^[\]]+)\])?(?:\[\d{0,3}\])?$/.exec(key) ?? [];
    const place = operator === null ? name : `${name}[${operator}]`;
    const known = all.get(place) ?? { name, operator, key, values: [] };
    all.set(place, { ...known, values: [...known.values, ...(typeof value === 'string' ? [value] : value)] });
  }
  return all.values();
}

/** The values of a list in a query, in any notation; null if it is absent. */
export function listIn(query: Query, name: string): string[] | null {
  const asked = [...gathered(query)].find((one) => one.name === name && one.operator === null);
  return asked ? asked.values.join(',').split(',') : null;
}

/** A reader for a parameter with one value, without operators. */
export function singleReader(read: (value: string) => void, problems: Problems): ParameterReader {
  return (asked) => {
    const value = hasOperator(asked, problems) ? null : singleValue(asked, problems);
    if (value !== null) read(value);
  };
}

/** A reader for a parameter with several values, without operators: they arrive separated by commas. */
export function listReader(read: (values: string) => void, problems: Problems): ParameterReader {
  return (asked) => {
    if (!hasOperator(asked, problems)) read(asked.values.join(','));
  };
}

/** The value of a parameter that takes one; null, with an error, if several were sent. */
export function singleValue({ name, operator, key, values }: Asked, problems: Problems): string | null {
  const [value = '', ...more] = values;
  const place = operator === null ? name : `${name}[${operator}]`;
  if (/\[\d*\]$/.test(key)) problems.add(key, say(texts.noList, { name: place }));
  else if (more.length > 0) problems.add(key, say(texts.repeatedParameter, { name: key }));
  else return value;
  return null;
}

function hasOperator({ name, operator }: Asked, problems: Problems): boolean {
  if (operator !== null) refuseOperator(name, operator, [], problems);
  return operator !== null;
}

/** Reports that a parameter has no such operator, and lists its operators. */
export function refuseOperator(
  name: string,
  operator: string,
  known: readonly string[],
  problems: Problems,
): void {
  const allowed = known.length > 0 ? known.map((word) => `[${word}]`) : texts.nothing;
  problems.add(`${name}[${operator}]`, say(texts.noOperator, { name, operator, allowed }));
}
