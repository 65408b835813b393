/** The people that started work must name. */
import { type HookContext, type Message, say, writeLocked } from '../../engine/index.ts';
import { workersAmong } from '../access/holdings.ts';
import { stillToDo } from './notices.ts';

const begun = ['in_progress', 'completed'] as const;

const noOperator = say('Add at least one operator: the work is done internally and has started.');

export const staffed = [
  {
    field: 'operator_ids',
    beside: { status: begun, realization: ['internal', 'both'] },
    message: noOperator,
  },
  {
    field: 'company_ids',
    beside: { status: begun, realization: ['external', 'both'] },
    message: say('Add at least one company: the work is done externally and has started.'),
  },
] as const;

interface Staff {
  readonly status: string;
  readonly realization: string;
  operator_ids: number[];
}

interface Reopening extends HookContext {
  readonly siteId: number | null;
  readonly previous: Staff | null;
  fail(field: 'operator_ids', message: Message): void;
}

/** Work that is opened again keeps the operators of before who can still work there. */
export async function keepWorkers(work: Staff, { db, siteId, previous, fail }: Reopening): Promise<void> {
  if (!previous || isOpen(previous) || !isOpen(work)) return;
  const kept = work.operator_ids.filter((id) => previous.operator_ids.includes(id));
  await writeLocked(db, 'users', kept);
  const still = await workersAmong(db, siteId ?? 0, kept);
  work.operator_ids = work.operator_ids.filter((id) => !kept.includes(id) || still.includes(id));
  const isNeeded = work.status === 'in_progress' && work.realization !== 'external';
  if (isNeeded && kept.length > 0 && work.operator_ids.length === 0) fail('operator_ids', noOperator);
}

const isOpen = ({ status }: Staff) => stillToDo.some((one) => one === status);
