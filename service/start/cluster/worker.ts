/** A worker's end of the channel to its parent. */
import cluster from 'node:cluster';
import { type CrewFigures, type Figures, isToWorker, type ToParent } from './messages.ts';
import { Questions } from './questions.ts';

/** Without an answer for so long its own figures are all that a worker tells. */
const patienceMs = 3000;

/** The other processes of the service, as `/metrics` asks for them. */
export interface Peers {
  /** Gives the figures of this process whenever another one is asked for those of all. */
  answerWith(figures: () => Promise<Figures>): void;
  /** @param own of this process @returns null where the parent gives no answer */
  ask(own: Figures): Promise<CrewFigures | null>;
}

export interface Membership {
  /** Whether it is the one that prepares the database, before any other one begins. */
  readonly isFirst: boolean;
  readonly peers: Peers;
  /** Begins what one process does for all, now or when it is told to. */
  onDuty(begin: () => void): void;
  /** Is told when the service is about to end. */
  onLeave(leave: () => void): void;
  /** Ends when there is no parent any more: no connection would come. Before this is said, the process ends at once then. */
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
  // Words to a parent that is gone; that it is gone is told elsewhere.
  process.on('error', () => {});
  return {
    // They are numbered from one on, in the order of their start.
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
        // Else Node.js ends the process at this very moment, whatever is running.
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
