/** Caches of computed results, of limited size. */
import { LRUCache } from 'lru-cache';

/**
 * Results of a pure function. The key must name everything that they depend on: the same key always has the same result, so
 * nothing needs to be invalidated. Calls return the same object; callers must not change it.
 */
export interface Cache<T> {
  /** Returns the cached result of a key, or computes it. Errors of `make` are not cached. */
  get(key: string, make: () => T): T;
}

/** @param max maximum number of results; the least recently used one is dropped */
export function createCache<T>(max: number): Cache<T> {
  // Wrapped in an object, because the library treats `undefined` as missing.
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
 * A function of a text that caches its results. Only for pure functions, as in `Cache`.
 *
 * @param max maximum number of results
 */
export function memoize<T>(make: (text: string) => T, max: number): (text: string) => T {
  const cache = createCache<T>(max);
  return (text) => cache.get(text, () => make(text));
}

/** A value that depends on an object with the lifetime of the service, such as a resource. It is computed on first use. */
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

/** A value that is computed once, on first use. An error of `make` is cached as well. */
export function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}
