/** Putting rows elsewhere on a page: by dragging them, or by a dialog that a button of theirs opens. */
import { useState } from 'preact/hooks';
import { w } from '../words/words.ts';

/** What somebody is about to put elsewhere, and where it can go. */
export interface Moves<Held, Place> {
  readonly dragged: Held | null;
  /** What a dialog asks about. */
  readonly moving: Held | null;
  /** The row that was moved by the dialog: the focus follows it. */
  readonly followed: number | null;
  drag(held: Held | null): void;
  ask(held: Held | null): void;
  drop(place: Place): void;
  put(held: Held, place: Place): void;
}

/** @param change puts it there: it ends when the page shows whether it could */
export function useMoves<Held, Place>(
  idOf: (held: Held) => number,
  change: (held: Held, place: Place) => Promise<void>,
): Moves<Held, Place> {
  const [dragged, drag] = useState<Held | null>(null);
  const [moving, ask] = useState<Held | null>(null);
  const [followed, setFollowed] = useState<number | null>(null);
  return {
    ...{ dragged, moving, followed, drag, ask },
    drop: (place) => {
      drag(null);
      if (dragged !== null) void change(dragged, place);
    },
    put: (held, place) => {
      ask(null);
      setFollowed(idOf(held));
      void change(held, place).finally(() => setFollowed(null));
    },
  };
}

/** What makes something of the page draggable, where it may be moved: a browser drags links by itself. */
export const dragging = <Held,>({ drag }: Pick<Moves<Held, never>, 'drag'>, held: Held, isMovable: boolean) =>
  isMovable && { draggable: true, onDragStart: () => drag(held), onDragEnd: () => drag(null) };

/** The button that opens the dialog. */
export function MoveButton({ title, onClick }: { readonly title: string; onClick(): void }) {
  return (
    <button type="button" class="plain move" aria-label={w.views.move(title)} onClick={onClick}>
      ⋯
    </button>
  );
}
