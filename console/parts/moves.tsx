/** Moves rows on a page: by drag and drop, or by a dialog that a button opens. */
import { useState } from 'preact/hooks';
import { w } from '../words/words.ts';

/** The row that is being moved, and its possible targets. */
export interface Moves<Held, Place> {
  readonly dragged: Held | null;
  /** The subject of the dialog. */
  readonly moving: Held | null;
  /** The row that the dialog moved: the focus follows it. */
  readonly followed: number | null;
  drag(held: Held | null): void;
  ask(held: Held | null): void;
  drop(place: Place): void;
  put(held: Held, place: Place): void;
}

/** @param change moves it: resolves when the page shows the result */
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

/** Makes an element draggable, if it may be moved: browsers drag links by themselves. */
export const dragging = <Held,>({ drag }: Pick<Moves<Held, never>, 'drag'>, held: Held, isMovable: boolean) =>
  isMovable && {
    draggable: true,
    onDragStart: ({ dataTransfer }: DragEvent) => {
      // Firefox drags nothing that carries no data.
      dataTransfer?.setData('application/x-millwright', '');
      drag(held);
    },
    onDragEnd: () => drag(null),
  };

/** Makes an element take what is dragged, if it may: else Firefox opens a link that is dropped. */
export const dropping = (takes: boolean, drop: () => void) =>
  takes && {
    onDragOver: (event: DragEvent) => event.preventDefault(),
    onDrop: (event: DragEvent) => {
      event.preventDefault();
      drop();
    },
  };

/** The button that opens the dialog. */
export function MoveButton({ title, onClick }: { readonly title: string; onClick(): void }) {
  return (
    <button type="button" class="plain move" aria-label={w.views.move(title)} onClick={onClick}>
      ⋯
    </button>
  );
}
