/** Pages that are fetched when somebody first opens one: the first load stays small. */
import type { ComponentType, FunctionComponent } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { Unreachable } from '../service/failure.ts';
import { isNewer, reload } from '../service/version.ts';
import { Outdated, Problem, Waiting } from './waiting.tsx';

/** A component that is loaded when it is first drawn. */
type Later<Props> = FunctionComponent<Props> & {
  /** Whether it is there, or cannot be: what stands around it waits for it, and nothing moves when it comes. */
  useThere(): boolean;
};

/**
 * A component out of a module that is loaded when it is first drawn.
 * @param load imports the module and gives the component of it
 */
export function later<Props extends object>(load: () => Promise<ComponentType<Props>>): Later<Props> {
  let loaded: ComponentType<Props> | null = null;
  const fetch = async () => {
    loaded ??= await load();
  };
  const useThere = () => {
    const [isThere, setThere] = useState(loaded !== null);
    useEffect(() => {
      const end = () => setThere(true);
      fetch().then(end, end);
    }, []);
    return isThere;
  };
  function Later(props: Props) {
    const [state, setState] = useState<'waiting' | 'there' | 'outdated' | 'away'>('waiting');
    useEffect(() => {
      if (loaded) return;
      fetch().then(
        () => setState('there'),
        // Files of a version before are gone with it. Else there was no connection.
        async () => setState((await isNewer()) ? 'outdated' : 'away'),
      );
    }, []);
    const Component = loaded;
    if (Component) return <Component {...props} />;
    if (state === 'outdated') return <Outdated />;
    // A browser does not load a module again that it could not load once, but on another page.
    return state === 'away' ? <Problem error={new Unreachable()} retry={() => void reload()} /> : <Waiting />;
  }
  return Object.assign(Later, { useThere });
}

/** Adds the styles of what is loaded later, behind those of the page. To be called once, by the module that brings them. */
export function addStyle(text: string): void {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(text);
  document.adoptedStyleSheets.push(sheet);
}
