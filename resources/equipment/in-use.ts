/** Decommissioned materials get no new work: they are neither offered nor accepted. Rows that have one keep it. */
import { type HookContext, type Message, say, type Where } from '../../engine/index.ts';

/** The materials that forms offer for new work. */
export const inUse: Where = { status: { not: 'decommissioned' } };

/** New work. What the service makes by itself, of a plan, a meter or a step, is not judged. */
interface NewWork {
  readonly material_id: number;
  readonly maintenance_plan_id?: number | null;
  readonly meter_id?: number | null;
  readonly maintenance_step_id?: number | null;
}

interface JudgedWork extends Pick<HookContext, 'rows'> {
  readonly previous: { readonly material_id: number } | null;
  fail(field: 'material_id', message: Message): void;
}

/** Refuses a decommissioned material, for a new row or in place of another one. It is locked: it stays as it is read. */
export async function judgeNewWork(
  { material_id: id, maintenance_plan_id, meter_id, maintenance_step_id }: NewWork,
  { previous, rows, fail }: JudgedWork,
): Promise<void> {
  if (previous?.material_id === id || (maintenance_plan_id ?? meter_id ?? maintenance_step_id)) return;
  const [found] = await rows('materials').find({ id }, { lock: 'share' });
  if (found?.status === 'decommissioned') fail('material_id', retired);
}

export const retired = say('This material is decommissioned: choose one that is in use.');
