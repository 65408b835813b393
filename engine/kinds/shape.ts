/** The allowed shapes of a definition. Plain JavaScript has no compiler that reports a misspelt key or a wrong type. */
import { isObject } from '../json-object.ts';

type Say = (key: string, problem: string, remedy: string) => void;

/** A kind of value. */
export interface Shape {
  /** A description: `a text`. */
  readonly is: string;
  /** Whether a value is of this kind. Its parts are checked separately. */
  fits(value: unknown): boolean;
  /** Its parts, each with its expected kind. */
  parts?(value: unknown): readonly (readonly [key: string, part: unknown, shape: Shape])[];
  /** The possible keys, if they are few. */
  readonly keys?: Readonly<Record<string, Shape>>;
  /** The alternative that a value matches, of several. */
  chosen?(value: unknown): Shape | undefined;
  /** The possible words, if it is one. */
  readonly words?: readonly string[];
  /** It is required. */
  readonly must?: true;
}

/** A shape for each key of a type. A key that is added to the type does not compile without a shape. */
export type Keys<T> = { readonly [K in keyof Required<T>]: Shape };

/** Reports the errors of a value and its parts. */
export function judgeShape(shape: Shape, value: unknown, key: string, say: Say): void {
  if (!shape.fits(value)) {
    const isWord = typeof value === 'string' && shape.words !== undefined;
    say(key, `is ${shown(value)}.`, isWord ? meant(value, shape.words ?? []) : `Write ${shape.is}.`);
    return;
  }
  const { keys, parts, chosen } = shape;
  const one = chosen?.(value);
  if (one) judgeShape(one, value, key, say);
  const placed = (name: string) => [key, name].filter(Boolean).join('.');
  for (const [name, part, kind] of parts?.(value) ?? []) judgeShape(kind, part, placed(name), say);
  if (!keys || !isObject(value)) return;
  for (const name of Object.keys(value)) {
    if (!Object.hasOwn(keys, name))
      say(placed(name), 'there is no such key.', meant(name, Object.keys(keys)));
  }
  for (const [name, kind] of Object.entries(keys)) {
    if (kind.must && value[name] === undefined) say(placed(name), 'is missing.', `Write ${kind.is}.`);
  }
}

const simple = (is: string, fits: (value: unknown) => boolean): Shape => ({ is, fits });

export const text = simple('a text', (value) => typeof value === 'string' && value.trim() !== '');
export const number = simple('a number', (value) => typeof value === 'number' && Number.isFinite(value));
export const flag = simple('`true` or `false`', (value) => typeof value === 'boolean');
export const yes = simple('`true`, or leave it out', (value) => value === true);
export const code = simple('a function', (value) => typeof value === 'function');
export const schema = simple('a JSON Schema', isObject);
export const anything = simple('a value', () => true);
/** A message with its parameters. */
export const message = simple('`say(…)`', (value) => isObject(value) && isObject(value.text));

export const whole = (lowest: number, highest: number): Shape =>
  simple(
    `a whole number from ${lowest} to ${highest}`,
    (value) => Number.isInteger(value) && Number(value) >= lowest && Number(value) <= highest,
  );

export const word = (...words: readonly unknown[]): Shape => {
  const known = words.filter((one) => typeof one === 'string');
  const shape = simple(`one of ${words.map(String).join(', ')}`, (value) => words.includes(value));
  return known.length < words.length ? shape : { ...shape, words: known };
};

export const must = (shape: Shape): Shape => ({ ...shape, must: true });

export const list = (of: Shape, least = 0): Shape => ({
  is: `a list${least > 0 ? ` of at least ${least}` : ''}, each of it ${of.is}`,
  fits: (value) => Array.isArray(value) && value.length >= least,
  parts: (value) =>
    Array.isArray(value) ? value.map((one, index) => [String(index), one, of] as const) : [],
});

export const textList = list(text);

/** The keys of an object that have a value: `undefined` counts as left out. */
const given = (value: unknown) =>
  Object.entries(isObject(value) ? value : {}).filter(([, one]) => one !== undefined);

/** An object with any keys. */
export const record = (of: Shape): Shape => ({
  is: `an object, each value of it ${of.is}`,
  fits: isObject,
  parts: (value) => given(value).map(([name, one]) => [name, one, of]),
});

/** An object with these keys and no other. */
export const keyed = (keys: Readonly<Record<string, Shape>>): Shape => ({
  is: `an object with ${Object.keys(keys).join(', ')}`,
  fits: isObject,
  keys,
  parts: (value) =>
    given(value).flatMap(([name, one]) => {
      const shape = Object.hasOwn(keys, name) ? keys[name] : undefined;
      return shape ? [[name, one, shape] as const] : [];
    }),
});

/** The first of several kinds that a value matches. */
export const either = (...shapes: readonly Shape[]): Shape => ({
  is: shapes.map(({ is }) => is).join(', or '),
  fits: (value) => shapes.some((one) => one.fits(value)),
  chosen: (value) => shapes.find((one) => one.fits(value)),
});

/** A suggestion for a misspelt name. */
function meant(name: string, known: readonly string[]): string {
  const near = nearest(name, known);
  const all = `Use one of: ${known.toSorted().join(', ')}.`;
  return near === undefined ? all : `Did you mean “${near}”? ${all}`;
}

function shown(value: unknown): string {
  if (typeof value === 'string') return `“${value}”`;
  if (typeof value === 'function') return 'a function';
  if (Array.isArray(value)) return `a list of ${value.length}`;
  return typeof value === 'object' && value !== null ? 'an object' : String(value);
}

/** The known name with the fewest differences, at most two: a missing letter, an extra one, a wrong one, or two swapped. */
function nearest(name: string, known: readonly string[]): string | undefined {
  const most = name.length < 4 ? 1 : 2;
  const [best] = known
    .map((one) => ({ one, away: distance(name.toLowerCase(), one.toLowerCase()) }))
    .filter(({ away }) => away <= most)
    .sort((a, b) => a.away - b.away);
  return best?.one;
}

/** The number of differences between two texts (optimal string alignment). */
function distance(from: string, to: string): number {
  let before: number[] = [];
  let last = Array.from({ length: to.length + 1 }, (_, at) => at);
  for (let row = 1; row <= from.length; row += 1) {
    const next = [row];
    for (let at = 1; at <= to.length; at += 1) {
      const same = from[row - 1] === to[at - 1];
      const swapped = row > 1 && at > 1 && from[row - 1] === to[at - 2] && from[row - 2] === to[at - 1];
      next[at] = Math.min(
        (last[at] ?? 0) + 1,
        (next[at - 1] ?? 0) + 1,
        (last[at - 1] ?? 0) + (same ? 0 : 1),
        swapped ? (before[at - 2] ?? 0) + 1 : Number.POSITIVE_INFINITY,
      );
    }
    before = last;
    last = next;
  }
  return last[to.length] ?? 0;
}
