/** Folds lists when reads find that many entries wait, in the background and one at a time on a node. */
import type { Knex } from 'knex';
import type { TallyModel } from './tally.ts';
import { foldList } from './tally-fold.ts';

/** So many entries cost a read less than folding them would. */
const fewest = 256;

export interface TallyKeeper {
  /** Tells how many entries of a list a read has found loose. */
  noted(model: TallyModel, name: string, loose: number): void;
}

/**
 * @param report is told why a list could not be folded; its sums are right all the same, and the next read asks again
 */
export function createTallyKeeper(db: Knex, report: (error: unknown) => void): TallyKeeper {
  const waiting = new Map<string, TallyModel>();
  let running = false;
  const run = async () => {
    running = true;
    for (let [next] = waiting; next; [next] = waiting) {
      const [name, model] = next;
      await foldList(db, model, name).catch(report);
      waiting.delete(name);
    }
    running = false;
  };
  return {
    noted: (model, name, loose) => {
      if (loose < fewest || waiting.has(name)) return;
      waiting.set(name, model);
      if (!running) void run();
    },
  };
}
