/** Results that are worked out once: the one cache of the house, within bounds. */
import { LRUCache } from 'lru-cache';

/**
 * Results of something pure by a key that names all they follow from. The same key must always mean the same, so that
 * there is nothing to invalidate. A second call gets the very same result; no caller may change it.
 */
export interface Cache<T> {
  /** The result under a key, made where it is not kept. What `make` throws is not kept. */
  get(key: string, make: () => T): T;
}

/** @param max results that are kept; for one more, the one that was asked for longest ago goes */
export function createCache<T>(max: number): Cache<T> {
  // In an object, since the library takes `undefined` for nothing.
  const cache = new LRUCache<string, { readonly made: T }>({ max });
  return {
    get: (key, make) => {
      const known = cache.get(key);
      if (known) return known.made;
      const made = make();
      cache.set(key, { made });
      return made;
    },
  };
}

/**
 * A function of a text that remembers its results. For pure functions alone, as in `Cache`.
 *
 * @param max results that are kept
 */
export function memoize<T>(make: (text: string) => T, max: number): (text: string) => T {
  const cache = createCache<T>(max);
  return (text) => cache.get(text, () => make(text));
}

/** What follows from an object that lives as long as the service, such as a resource: made when it is first asked for. */
export function follows<K extends object, T>(make: (from: K) => T): (from: K) => T {
  const cache = new WeakMap<K, { readonly made: T }>();
  return (from) => {
    const known = cache.get(from);
    if (known) return known.made;
    const made = make(from);
    cache.set(from, { made });
    return made;
  };
}

/** What is made when it is first asked for, and once. What `make` fails with stays, too. */
export function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}
