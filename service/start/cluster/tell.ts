import type { Worker } from 'node:cluster';
import type { ToWorker } from './messages.ts';

/** Sends a message to a worker. If it is just ending, the message is lost; its end is reported elsewhere. */
export function tell(worker: Worker, message: ToWorker): void {
  if (worker.isConnected()) worker.send(message, () => {});
}
