/** Keeps what is typed while it is typed, and offers what was kept before. */
import { useEffect, useRef, useState } from 'preact/hooks';
import type { Field, Resource } from '../service/metadata.ts';
import { present } from '../service/session.ts';
import { type Draft, type DraftOf, draftValues, dropDraft, keepDraft, readDraft } from './values/drafts.ts';
import type { Values } from './values/values.ts';

/** Whose draft it is, and of what: of whoever is signed in, of a row, or of a new one where that is null. */
export function draftOf({ path }: Resource, row: number | null): DraftOf {
  const { user } = present();
  return { user: user.id, site: user.current_site_id, path, row };
}

/** Milliseconds without a key after which it is kept. */
const pause = 400;

interface Typed {
  readonly fields: readonly Field[];
  readonly first: Values;
  readonly values: Values;
  /** What is sent with it. */
  version(): Pick<Draft, 'etag' | 'key' | 'names'>;
}

interface DraftState {
  /** What was kept before, until somebody says what to do with it. */
  readonly offered: Draft | null;
  settle(): void;
  discard(): void;
  /** Forgets what is kept: it is saved, or thrown away. */
  drop(): void;
}

export function useDraft(of: DraftOf, { fields, first, values, version }: Typed): DraftState {
  const [offered, setOffered] = useState(() => readDraft(localStorage, of, fields));
  const isOver = useRef(false);
  const keep = useRef(() => {});
  keep.current = () => {
    if (isOver.current) return;
    const changed = draftValues(fields, values, first);
    if (Object.keys(changed).length > 0)
      keepDraft(localStorage, of, { at: new Date().toISOString(), values: changed, ...version() });
    else if (!offered) dropDraft(localStorage, of);
  };
  useEffect(() => {
    const timer = setTimeout(() => keep.current(), pause);
    return () => clearTimeout(timer);
  }, [values]);
  useEffect(() => {
    const leave = () => keep.current();
    addEventListener('pagehide', leave);
    return () => {
      removeEventListener('pagehide', leave);
      leave();
    };
  }, []);
  return {
    offered,
    settle: () => setOffered(null),
    discard: () => {
      dropDraft(localStorage, of);
      setOffered(null);
    },
    drop: () => {
      isOver.current = true;
      dropDraft(localStorage, of);
    },
  };
}
