import type { Worker } from 'node:cluster';
import type { ToWorker } from './messages.ts';

/** Tells a worker something. One that is just ending hears nothing any more, and its end is told elsewhere. */
export function tell(worker: Worker, message: ToWorker): void {
  if (worker.isConnected()) worker.send(message, () => {});
}
