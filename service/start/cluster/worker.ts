/** A worker's end of the channel to its parent. */
import cluster from 'node:cluster';
import { type CrewFigures, type Figures, isToWorker, type ToParent } from './messages.ts';
import { Questions } from './questions.ts';

/** Without an answer in this time, a worker reports only its own metrics. */
const patienceMs = 3000;

/** The other processes of the service, as used by `/metrics`. */
export interface Peers {
  /** Returns the metrics of this process when another one collects those of all. */
  answerWith(figures: () => Promise<Figures>): void;
  /** @param own of this process @returns null if the parent does not answer */
  ask(own: Figures): Promise<CrewFigures | null>;
}

export interface Membership {
  /** Whether it prepares the database, before the others start. */
  readonly isFirst: boolean;
  readonly peers: Peers;
  /** Starts the work of one process for all, now or when the parent says so. */
  onDuty(begin: () => void): void;
  /** Called when the service is about to stop. */
  onLeave(leave: () => void): void;
  /**
   * Called when the parent has ended, since no connection would arrive any more. Until this is set, the process then ends at
   * once.
   */
  onLoss(end: () => void): void;
}

/** Called once, before anything else; null for a process that shares nothing. */
export function joinCrew(): Membership | null {
  const { worker } = cluster;
  if (!worker) return null;
  let told = false;
  let begin = () => {};
  let leave = () => {};
  let give: () => Promise<Figures> = () => Promise.resolve([]);
  const questions = new Questions<CrewFigures>(patienceMs);
  process.on('message', async (message: unknown) => {
    if (!isToWorker(message)) return;
    if (message.kind === 'duty') {
      told = true;
      begin();
    } else if (message.kind === 'are you there') tellParent({ kind: 'here' });
    else if (message.kind === 'leave') leave();
    else if (message.kind === 'give figures') {
      tellParent({ kind: 'own figures', question: message.question, figures: await give() });
    } else questions.answer(message.question, message);
  });
  // Messages to a parent that has ended; that is reported elsewhere.
  process.on('error', () => {});
  return {
    // They are numbered from one, in the order of their start.
    isFirst: worker.id === 1,
    onDuty: (work) => {
      begin = work;
      if (told) begin();
    },
    onLeave: (work) => {
      leave = work;
    },
    onLoss: (end) => {
      worker.on('disconnect', () => {
        // Otherwise Node.js ends the process at once, whatever is running.
        worker.exitedAfterDisconnect = true;
        end();
      });
    },
    peers: {
      answerWith: (figures) => {
        give = figures;
      },
      ask: (own) => questions.ask((question) => tellParent({ kind: 'ask figures', question, figures: own })),
    },
  };
}

function tellParent(message: ToParent): void {
  if (process.connected) process.send?.(message, undefined, {}, () => {});
}
