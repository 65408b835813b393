/** Stores a draft while the user types, and offers an earlier one. */
import { useEffect, useRef, useState } from 'preact/hooks';
import type { Field, Resource } from '../service/metadata.ts';
import { present, session } from '../service/session.ts';
import { type Draft, type DraftOf, draftValues, dropDraft, keepDraft, readDraft } from './values/drafts.ts';
import type { Values } from './values/values.ts';

/** Identifies a draft: by the signed-in user and the row; null for a new row. */
export function draftOf({ path }: Resource, row: number | null): DraftOf {
  const { user } = present();
  return { user: user.id, site: user.current_site_id, path, row };
}

/** Milliseconds without a key before it is stored. */
const pause = 400;

interface Typed {
  readonly fields: readonly Field[];
  readonly first: Values;
  readonly values: Values;
  /** The version to send with it. */
  version(): Pick<Draft, 'etag' | 'key' | 'names'>;
}

interface DraftState {
  /** An earlier draft, until the user decides about it. */
  readonly offered: Draft | null;
  settle(): void;
  discard(): void;
  /** Deletes the draft: after it was saved or discarded. */
  drop(): void;
}

export function useDraft(of: DraftOf, { fields, first, values, version }: Typed): DraftState {
  const [offered, setOffered] = useState(() => readDraft(localStorage, of, fields));
  const isOver = useRef(false);
  const keep = useRef(() => {});
  keep.current = () => {
    // Of somebody who has signed out, nothing is kept.
    if (isOver.current || session.get().present === null) return;
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
