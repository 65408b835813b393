/** Finds what is wrong in the tasks of a definition. */
import { parseEvery } from '../definition/own/task.ts';
import { hyphened, type Subject } from './subject.ts';

export function checkTasks({ definition, report }: Subject): void {
  for (const [name, { every }] of Object.entries(definition.tasks ?? {})) {
    if (!hyphened.test(name)) {
      report(`tasks.${name}`, 'is no lower-case hyphenated name.', 'Write it like `send-reminders`.');
    }
    if (parseEvery(every) === null) {
      report(
        `tasks.${name}.every`,
        `“${every}” is no interval.`,
        'Write it like `1 minute` or `6 hours`, from a second to ten days.',
      );
    }
  }
}
