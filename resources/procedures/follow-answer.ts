/**
 * The incident of a failed step: one, created and removed by the service, independent of the user's permissions for incidents.
 */
import { type HookContext, storeInstant } from '../../engine/index.ts';
import { cut } from '../names/worded.ts';
import type { Asked } from './answer.ts';
import { listedOf, type StepRow, stepsOf, type Work } from './rows.ts';

interface Raised {
  readonly id: number;
  readonly site_id: number;
  readonly name: string;
  readonly description: string | null;
  readonly material_id: number;
  readonly maintenance_id: number | null;
  readonly maintenance_step_id: number | null;
  readonly severity: string;
  readonly status: string;
  readonly started_at: string;
  readonly created_at: string;
  readonly updated_at: string;
}

const incidentsOf = ({ rows }: Work) => rows<Raised>('incidents');

/**
 * Creates the incident of a step that starts to fail, keeps its text up to date, and removes it when the step no longer fails. After a user has deleted the
 * incident, another one is created only when the step fails again. The step is locked: of two equal answers, the second finds
 * that it fails already.
 */
export async function followAnswer(
  work: Work & Pick<HookContext, 'now'>,
  step: StepRow,
  previous: StepRow | null,
): Promise<void> {
  if (!previous || step.on_fail !== 'incident') return;
  const [fails, failed] = [step.status === 'failed', previous.status === 'failed'];
  if (fails && !failed && step.incident_id === null) await raise(work, step);
  if (fails && failed && toldOf(step) !== toldOf(previous)) await retell(work, step);
  if (!fails && failed && step.incident_id !== null) await takeBack(work, step, step.incident_id);
}

async function raise(work: Work, step: StepRow): Promise<void> {
  const { site_id, maintenance_id, severity } = step;
  const [order] = await listedOf(work).find({ id: maintenance_id });
  const [material] = order ? await work.rows('materials').find({ id: order.material_id }) : [];
  if (!order || !material) throw new Error(`There is no maintenance ${maintenance_id} of a material.`);
  const { id } = await incidentsOf(work).create({
    ...{ site_id, maintenance_id, material_id: order.material_id, maintenance_step_id: step.id },
    name: cut(`${step.title}: ${material.name}`),
    description: toldOf(step),
    severity: severity ?? 'medium',
    ...(step.answered_at !== null && { started_at: step.answered_at }),
  });
  const steps = stepsOf(work);
  await steps.change([await steps.of(step.id)], { incident_id: id });
}

/** The answer and its note. A note is often written after the answer. */
const toldOf = (step: StepRow): string =>
  [inWords(step), step.note].filter((part) => part !== null).join('\n');

/** Changes the text of an incident, unless a person has changed it. */
async function retell(work: Work & Pick<HookContext, 'now'>, step: StepRow): Promise<void> {
  const incidents = incidentsOf(work);
  const [incident] =
    step.incident_id === null ? [] : await incidents.find({ id: step.incident_id }, { lock: 'update' });
  if (!incident || !isUntouched(incident, step)) return;
  await incidents.change([incident], { description: toldOf(step) });
  await work
    .db('maintenance_steps')
    .where({ id: step.id })
    .update({ incident_told_at: storeInstant(work.now) });
}

const isUntouched = ({ status, updated_at, created_at }: Raised, step: StepRow): boolean =>
  status === 'open' && [created_at, step.incident_told_at].includes(updated_at);

/** The answer as text, for kinds that can fail. */
function inWords({
  kind,
  number,
  unit,
  choice,
}: Pick<StepRow, 'number' | 'unit' | 'choice'> & Asked): string {
  if (kind === 'number') return [number, unit].filter((part) => part !== null).join(' ');
  return kind === 'choice' ? `${choice}` : 'Failed';
}

/** Deletes the incident if it is untouched; otherwise it stays, and the step keeps it. */
async function takeBack(work: Work, step: StepRow, id: number): Promise<void> {
  const incidents = incidentsOf(work);
  const [incident] = await incidents.find({ id }, { lock: 'update' });
  if (!incident || !isUntouched(incident, step)) return;
  if (await hasFollowers(work, id)) return;
  await incidents.delete([incident]);
}

/** Whether rows are attached to an incident, or refer to it, beside its step. */
async function hasFollowers({ rows }: Work, id: number): Promise<boolean> {
  for (const path of ['comments', 'attachments']) {
    if (await rows(path).has({ resource: 'incidents', record_id: id })) return true;
  }
  for (const path of ['downtimes', 'work-requests'])
    if (await rows(path).has({ incident_id: id })) return true;
  return false;
}
