/** Scheduled work of definitions, on one node at a time. */
import { hyphened, type Subject } from '../../check/subject.ts';
import { code, type Keys, keyed, must, record, text } from '../../kinds/shape.ts';
import type { Feature } from '../feature.ts';
import { parseEvery, type Task } from './task.ts';

const shape: Keys<Task> = { every: must(text), run: must(code) };

export default {
  name: 'tasks',
  shape: { tasks: record(keyed(shape)) },
  check: checkTasks,
} satisfies Feature;

function checkTasks({ definition, report }: Subject): void {
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
