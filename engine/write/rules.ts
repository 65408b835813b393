/**
 * Lets hooks judge a row some of whose fields are wrong, so that what they refuse is told together with that. A hook sees
 * nothing but sound values: at the first look at another it is left, and what it has said until then stands, since it
 * would say the same whatever is sent in place of the wrong ones.
 */
import type { Draft, DraftRow } from './changeset.ts';

/** Thrown into a hook that looks at a value which is not known. Not for hooks to catch. */
class Unsound extends Error {
  override readonly name = 'Unsound';
}

/** The sound part of a draft. */
export interface SoundPart {
  /** The row: reading a field with an error, or one that nothing has filled yet, ends the hook. Setting one mends it. */
  readonly row: DraftRow;
  /** Whether the request named a field; not known of one that could not be read. */
  sent(field: string): boolean;
  /** Runs a hook. @returns whether it came to its end */
  run(hook: () => unknown): Promise<boolean>;
  /** Whether a hook has been left: what it goes on to say counts for nothing. */
  left(): boolean;
}

/** The sound part of a draft as its errors are now. */
export function soundPartOf({ resource, row, sent, errors }: Draft): SoundPart {
  const wrong = new Set(Object.keys(errors).map((key) => key.split('.')[0] ?? key));
  const set = new Set<string>();
  let left = false;
  const leave = (name: string): never => {
    left = true;
    throw new Unsound(`The field ${name} has no value that is known to be sound.`);
  };
  const isUnsound = (name: string): boolean => {
    if (set.has(name)) return false;
    const facts = resource.fields.get(name)?.facts;
    // What a type promises and an earlier hook was to fill, such as the one that did not run because of the errors.
    return wrong.has(name) || (facts !== undefined && !facts.optional && row[name] === undefined);
  };
  const guard = (name: string | symbol): void => {
    if (typeof name === 'string' && isUnsound(name)) leave(name);
  };
  const sound = new Proxy(row, {
    get(target, name, receiver) {
      guard(name);
      return Reflect.get(target, name, receiver);
    },
    has(target, name) {
      guard(name);
      return Reflect.has(target, name);
    },
    getOwnPropertyDescriptor(target, name) {
      guard(name);
      return Reflect.getOwnPropertyDescriptor(target, name);
    },
    // A copy of the row would lack what is wrong without a word.
    ownKeys(target) {
      for (const name of resource.fields.keys()) if (wrong.has(name)) guard(name);
      return Reflect.ownKeys(target);
    },
    // On the row itself: the way over the descriptor would look at what is replaced.
    set(target, name, value) {
      if (typeof name === 'string') set.add(name);
      return Reflect.set(target, name, value);
    },
  });
  return {
    row: sound,
    sent: (field) => (wrong.has(field) ? leave(field) : sent.has(field)),
    run: async (hook) => {
      try {
        await hook();
      } catch (error) {
        if (!(error instanceof Unsound)) throw error;
      }
      return !left;
    },
    left: () => left,
  };
}
