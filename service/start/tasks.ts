/** Log lines about tasks. */
import type { Logger } from 'pino';
import type { TaskRun } from '../../engine/features/tasks/run.ts';

export function reportTasks(log: Logger): (run: TaskRun) => void {
  return ({ task, outcome, milliseconds, error }) => {
    if (outcome === 'failed')
      log.error({ task, milliseconds, err: error }, 'A task has failed; it is tried again when it is due.');
    else log.debug({ task, milliseconds, outcome }, 'A task has ended.');
  };
}
