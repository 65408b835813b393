/** A value outside of components; components that read it render again when it changes. */
import { useLayoutEffect, useReducer } from 'preact/hooks';

interface Store<T> {
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

export function useStore<T>(store: Store<T>): T {
  const [, again] = useReducer<number, void>((count) => count + 1, 0);
  useLayoutEffect(() => store.subscribe(() => again()), [store]);
  return store.get();
}
