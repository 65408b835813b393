/** Whether somebody is about to choose rows, which they chose, and what was refused of them. */
import { useEffect, useState } from 'preact/hooks';
import type { Choosing } from './row-parts.tsx';
import {
  noneRefused,
  noRows,
  type Refused,
  type Selection,
  withAllToggled,
  withToggled,
} from './selection.ts';

interface ChoosingState {
  /** Null while rows are not chosen. */
  readonly choosing: Choosing | null;
  /** Begins to choose, or ends it and forgets what was chosen. */
  turn(on: boolean): void;
  setSelection(selection: Selection): void;
  setRefused(refused: Refused): void;
}

/** @param asked what says which rows are listed: of other rows none is chosen yet */
export function useChoosing(asked: string): ChoosingState {
  const [isOn, setIsOn] = useState(false);
  const [selection, setSelection] = useState<Selection>(noRows);
  const [refused, setRefused] = useState<Refused>(noneRefused);
  const choose = (next: Selection) => {
    setSelection(next);
    setRefused(noneRefused);
  };
  useEffect(() => choose(noRows), [asked]);
  const choosing = isOn
    ? {
        selection,
        refused,
        toggle: (row: Parameters<Choosing['toggle']>[0]) => choose(withToggled(selection, row)),
        toggleAll: (rows: Parameters<Choosing['toggleAll']>[0]) => choose(withAllToggled(selection, rows)),
      }
    : null;
  return {
    choosing,
    setRefused,
    setSelection: choose,
    turn: (on) => {
      choose(noRows);
      setIsOn(on);
    },
  };
}
