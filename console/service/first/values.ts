/** A value outside of components, with those who follow it. What is loaded first has no components. */

export interface Store<T> {
  get(): T;
  set(value: T): void;
  /** @returns removes it */
  subscribe(listener: () => void): () => void;
}

export function createStore<T>(first: T): Store<T> {
  let current = first;
  const listeners = new Set<() => void>();
  return {
    get: () => current,
    set: (value) => {
      current = value;
      for (const listener of listeners) listener();
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}
