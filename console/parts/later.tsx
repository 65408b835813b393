/** Pages that are fetched when somebody first opens one: the first load stays small. */
import type { ComponentType } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { Problem, Waiting } from './waiting.tsx';

/**
 * A component out of a module that is loaded when it is first drawn.
 * @param load imports the module and gives the component of it
 */
export function later<Props extends object>(load: () => Promise<ComponentType<Props>>): ComponentType<Props> {
  let loaded: ComponentType<Props> | null = null;
  return function Later(props: Props) {
    const [, setIsThere] = useState(loaded !== null);
    const [error, setError] = useState<Error | null>(null);
    useEffect(() => {
      if (loaded) return;
      load().then(
        (component) => {
          loaded = component;
          setIsThere(true);
        },
        (failure: unknown) => setError(failure instanceof Error ? failure : new Error(String(failure))),
      );
    }, [error === null]);
    const Component = loaded;
    if (Component) return <Component {...props} />;
    return error ? <Problem error={error} retry={() => setError(null)} /> : <Waiting />;
  };
}
