/** What a maintenance and an incident have in common: nothing is resolved before it starts. */
import { type Message, say } from '../../engine/index.ts';

/** A row on its way in, as far as this rule looks at it. Instants are ISO 8601 UTC. */
interface Resolving {
  readonly row: { readonly started_at: string | null; readonly resolved_at: string | null };
  sent(field: 'started_at' | 'resolved_at'): boolean;
  fail(field: string, message: Message): void;
}

/** Refuses a row that is resolved before it starts, on the field that was sent: on `resolved_at` where both were. */
export function checkResolution({ row, sent, fail }: Resolving): void {
  const { started_at: started, resolved_at: resolved } = row;
  if (started === null || resolved === null || resolved >= started) return;
  if (sent('started_at') && !sent('resolved_at')) {
    fail(
      'started_at',
      say(
        {
          en: 'The start must not be after the resolution, {resolved}.',
          fr: 'Le début ne peut pas être postérieur à la résolution, {resolved}.',
        },
        { resolved },
      ),
    );
  } else {
    fail(
      'resolved_at',
      say(
        {
          en: 'The resolution must not be before the start, {started}.',
          fr: 'La résolution ne peut pas être antérieure au début, {started}.',
        },
        { started },
      ),
    );
  }
}
