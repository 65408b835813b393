/** New answers: when they are allowed, and their effect on the step. */
import {
  Failure,
  type GuardContext,
  type HookContext,
  type Message,
  type Refusals,
  say,
} from '../../engine/index.ts';
import {
  type Answer,
  type Asked,
  type Origin,
  originOf,
  problemsOf,
  type StepStatus,
  statusOf,
} from './answer.ts';
import { listedOf, type StepRow, stepsOf, type Work } from './rows.ts';

interface Answered extends Asked, Answer {
  readonly note: string | null;
  status: StepStatus;
  answered_at: string | null;
  answered_by_id: number | null;
}

interface Judging extends HookContext {
  readonly id: number | null;
  readonly previous: (Answer & Origin & { readonly status: StepStatus }) | null;
  sent(field: 'answered_at'): boolean;
  fail(field: keyof Answered, message: Message): void;
}

/** Sets the status of a step and the author of its answer. */
export async function settleAnswer(step: Answered, judging: Judging): Promise<void> {
  const { id, previous, actor, now, sent, fail } = judging;
  step.status = statusOf(step, step, step.kind === 'photo' && (await hasFile(judging, id)));
  for (const [field, message] of problemsOf(step, step, step.status)) fail(field, message);
  const isTimed = sent('answered_at');
  const before = { previous, actorId: actor.id, now, isTimed };
  const origin = originOf(step.status, step, step.answered_at, before);
  if (origin) Object.assign(step, origin);
  else fail('answered_at', noAnswer);
}

async function hasFile({ rows }: Work, id: number | null): Promise<boolean> {
  return id !== null && (await rows('attachments').has({ resource: 'maintenance-steps', record_id: id }));
}

interface Hanging extends HookContext {
  readonly row: StepRow;
}

/** Files of a step are added and deleted only while it may be answered. @throws Failure `conflict` (409) */
export async function refuseIdle({ row, ...work }: Hanging): Promise<void> {
  const [order] = await listedOf(work).find({ id: row.maintenance_id });
  if (order?.status !== 'in_progress') throw notInProgress();
}

/** A photo is answered by its files. This changes no version: an open form of the step stays valid. */
export async function followFiles({ row, actor, now, ...work }: Hanging): Promise<void> {
  if (row.kind !== 'photo') return;
  const status = statusOf(row, row, await hasFile(work, row.id));
  if (status === row.status) return;
  const isOpen = status === 'open';
  const origin = { answered_by_id: isOpen ? null : actor.id, answered_at: isOpen ? null : now };
  await stepsOf(work).change([row], { status, ...origin }, 'version');
}

/** The maintenance is locked before its step: completing it waits for answers, and answering waits for that. */
export async function lockOrder({ id, ...work }: Work & { readonly id: number }): Promise<void> {
  const [step] = await stepsOf(work).find({ id });
  if (step) await listedOf(work).find({ id: step.maintenance_id }, { lock: 'share' });
}

/** The step is locked before its incident, and its maintenance before the step: an answer may delete the incident. */
export async function lockFailedStep({ id, ...work }: Work & { readonly id: number }): Promise<void> {
  const [incident] = await work.rows<Failed>('incidents').find({ id });
  if (!incident || incident.maintenance_step_id === null) return;
  await lockOrder({ id: incident.maintenance_step_id, ...work });
  await stepsOf(work).find({ id: incident.maintenance_step_id }, { lock: 'update' });
}

interface Failed {
  readonly id: number;
  readonly maintenance_step_id: number | null;
}

/** Steps are answered while their maintenance is in progress. */
export async function guardSteps(ids: readonly number[], { db }: GuardContext): Promise<Refusals> {
  const rows: { readonly id: number }[] = await db('maintenance_steps')
    .join('maintenances', 'maintenances.id', 'maintenance_steps.maintenance_id')
    .whereIn('maintenance_steps.id', ids)
    .whereNot('maintenances.status', 'in_progress')
    .select('maintenance_steps.id');
  return new Map(rows.map(({ id }) => [Number(id), notInProgress()]));
}

const notInProgress = () => new Failure('conflict', { message: say(idle) });

const idle = say('The maintenance is not in progress.');
const noAnswer = say('There is no answer that was given at this time: leave it out.');
