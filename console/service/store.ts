/** Components that follow a value outside of them. */
import { useLayoutEffect, useReducer } from 'preact/hooks';
import type { Store } from './first/values.ts';

/** The value; the component renders again when it changes. */
export function useStore<T>(store: Store<T>): T {
  const [, again] = useReducer<number, void>((count) => count + 1, 0);
  useLayoutEffect(() => store.subscribe(() => again()), [store]);
  return store.get();
}
