/** The incident of a step that has failed: one, made and taken back by the service, whatever its author may do with incidents. */
import { cut } from '../names/cut.ts';
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
 * Makes the incident of a step that has begun to fail, and takes it back when the step no longer does. Who has deleted the incident gets another one
 * only when the step fails anew. The step is locked: of two equal answers the second finds that it fails already.
 */
export async function followAnswer(work: Work, step: StepRow, previous: StepRow | null): Promise<void> {
  if (!previous || step.on_fail !== 'incident') return;
  const [fails, failed] = [step.status === 'failed', previous.status === 'failed'];
  if (fails && !failed && step.incident_id === null) await raise(work, step);
  if (!fails && failed && step.incident_id !== null) await takeBack(work, step.incident_id);
}

async function raise(work: Work, step: StepRow): Promise<void> {
  const { site_id, maintenance_id, severity } = step;
  const [order] = await listedOf(work).find({ id: maintenance_id });
  const [material] = order ? await work.rows('materials').find({ id: order.material_id }) : [];
  if (!order || !material) throw new Error(`There is no maintenance ${maintenance_id} of a material.`);
  const { id } = await incidentsOf(work).create({
    ...{ site_id, maintenance_id, material_id: order.material_id, maintenance_step_id: step.id },
    name: cut(`${step.title}: ${material.name}`),
    description: [inWords(step), step.note].filter((part) => part !== null).join('\n'),
    severity: severity ?? 'medium',
    ...(step.answered_at !== null && { started_at: step.answered_at }),
  });
  const steps = stepsOf(work);
  await steps.change([await steps.of(step.id)], { incident_id: id });
}

/** What was answered, as far as that can fail. */
function inWords({
  kind,
  number,
  unit,
  choice,
}: Pick<StepRow, 'number' | 'unit' | 'choice'> & Asked): string {
  if (kind === 'number') return [number, unit].filter((part) => part !== null).join(' ');
  return kind === 'choice' ? `${choice}` : 'Failed';
}

/** Deletes the incident while nobody has done anything with it; else it stays, and the step keeps it. */
async function takeBack(work: Work, id: number): Promise<void> {
  const incidents = incidentsOf(work);
  const [incident] = await incidents.find({ id }, { lock: 'update' });
  if (incident?.status !== 'open' || incident.updated_at !== incident.created_at) return;
  if (await hasFollowers(work, id)) return;
  await incidents.delete([incident]);
}

/** Whether something hangs on an incident, or refers to it, beside its step. */
async function hasFollowers({ rows }: Work, id: number): Promise<boolean> {
  for (const path of ['comments', 'attachments']) {
    if (await rows(path).has({ resource: 'incidents', record_id: id })) return true;
  }
  for (const path of ['downtimes', 'work-requests'])
    if (await rows(path).has({ incident_id: id })) return true;
  return false;
}
