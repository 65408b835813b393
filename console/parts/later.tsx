/** Pages that are loaded when they are first opened, so that the first load stays small. */
import type { ComponentType, FunctionComponent } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { Unreachable } from '../service/failure.ts';
import { isNewer, reload } from '../service/version.ts';
import { Outdated, Problem, Waiting } from './waiting.tsx';

/** A component that is loaded when it is first rendered. */
type Later<Props> = FunctionComponent<Props> & {
  /** Loads it before it is rendered. A failure shows when it is rendered. */
  load(): void;
  /** Whether it is loaded, or failed to load: its surroundings wait for it, so that nothing moves when it appears. */
  useThere(): boolean;
};

/**
 * A component from a module that is loaded when it is first rendered.
 * @param load imports the module and returns its component
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
    const Component = loaded;
    useEffect(() => {
      // It may have loaded since it was rendered.
      if (Component) return;
      fetch().then(
        () => setState('there'),
        // Files of an older version no longer exist. Otherwise there was no connection.
        async () => setState((await isNewer()) ? 'outdated' : 'away'),
      );
    }, []);
    if (Component) return <Component {...props} />;
    if (state === 'outdated') return <Outdated />;
    // A browser never retries a module that failed to load, except on another page.
    return state === 'away' ? <Problem error={new Unreachable()} retry={() => void reload()} /> : <Waiting />;
  }
  return Object.assign(Later, { useThere, load: () => void fetch().catch(() => undefined) });
}

/** Adds the styles of a lazily loaded module, after those of the page. Called once, by that module. */
export function addStyle(text: string): void {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(text);
  document.adoptedStyleSheets.push(sheet);
}
