/** The state of choosing rows: whether it is on, the chosen rows, and refusals. */
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
  /** Starts choosing, or ends it and clears the choice. */
  turn(on: boolean): void;
  setSelection(selection: Selection): void;
  setRefused(refused: Refused): void;
}

/** @param asked the query that selects rows: a new query starts with no chosen rows */
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
