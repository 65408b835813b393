/** Pages that are fetched when somebody first opens one: the first load stays small. */
import type { ComponentType } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { Unreachable } from '../service/failure.ts';
import { isNewer, reload } from '../service/version.ts';
import { Outdated, Problem, Waiting } from './waiting.tsx';

/**
 * A component out of a module that is loaded when it is first drawn.
 * @param load imports the module and gives the component of it
 */
export function later<Props extends object>(load: () => Promise<ComponentType<Props>>): ComponentType<Props> {
  let loaded: ComponentType<Props> | null = null;
  return function Later(props: Props) {
    const [state, setState] = useState<'waiting' | 'there' | 'outdated' | 'away'>('waiting');
    useEffect(() => {
      if (loaded) return;
      load().then(
        (component) => {
          loaded = component;
          setState('there');
        },
        // Files of a version before are gone with it. Else there was no connection.
        async () => setState((await isNewer()) ? 'outdated' : 'away'),
      );
    }, []);
    const Component = loaded;
    if (Component) return <Component {...props} />;
    if (state === 'outdated') return <Outdated />;
    // A browser does not load a module again that it could not load once, but on another page.
    return state === 'away' ? <Problem error={new Unreachable()} retry={() => void reload()} /> : <Waiting />;
  };
}
