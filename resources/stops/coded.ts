/** The codes that a site requires for closed failures. */
import { type HookContext, type Message, say } from '../../engine/index.ts';

export const noFailure = say('Only a failure has codes: mark it as one, or leave them out.');

const asked = {
  failure_mode_id: say('Name the failure mode: this site closes no failure without.'),
  failure_cause_id: say('Name the failure cause: this site closes no failure without.'),
} as const;

interface Closing {
  readonly status: string;
  readonly is_failure: boolean;
  readonly failure_mode_id: number | null;
  readonly failure_cause_id: number | null;
}

interface Judging extends Pick<HookContext, 'rows'> {
  readonly siteId: number | null;
  readonly previous: Closing | null;
  fail(field: keyof typeof asked, message: Message): void;
}

/**
 * Refuses a closed failure without mode and cause if its site requires them. A failure that was closed before the requirement is
 * accepted until one of these fields changes.
 */
export async function checkCodes(row: Closing, { rows, siteId, previous, fail }: Judging): Promise<void> {
  if (row.status !== 'closed' || !row.is_failure) return;
  const isEntered = previous?.status !== 'closed' || !previous.is_failure;
  const fields = ['failure_mode_id', 'failure_cause_id'] as const;
  const missing = fields.filter((name) => row[name] === null && (isEntered || previous[name] !== null));
  if (missing.length === 0) return;
  if (!(await rows('sites').has({ id: siteId, requires_failure_codes: true }))) return;
  for (const name of missing) fail(name, asked[name]);
}
