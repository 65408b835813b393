/** Takes people off the open work and the plans of sites where they can no longer work. */
import type { Knex } from 'knex';
import { type HookContext, writeLocked } from '../../engine/index.ts';
import { stopEntries } from '../labour/clocks.ts';
import { stillToDo } from '../plan-work/notices.ts';
import { workersOf, workingPermissions } from './holdings.ts';

/** One person, whose row is locked, or all who have a role anywhere. */
type Who = { readonly user: number } | { readonly role: number };

/** Work with operators; all plans are open. Plans are locked before maintenances, as everywhere. */
const kinds = [
  { path: 'maintenance-plans', told: 'plans', one: 'maintenance_plan', open: {} },
  { path: 'maintenances', told: 'maintenances', one: 'maintenance', open: { status: stillToDo } },
] as const;

interface WorkRow {
  readonly id: number;
  readonly site_id: number;
  readonly status?: string;
  readonly operator_ids: readonly number[];
}

/** Whether a role with these permissions is enough to work. */
export function mayWork(permissions: readonly unknown[]): boolean {
  return workingPermissions.some((one) => permissions.includes(one));
}

/** Before a role that may lose the permission is locked: locks its people, as their own writes lock them first. */
export async function holdPeople({ db }: HookContext, role: number, permissions: unknown): Promise<void> {
  if (Array.isArray(permissions) && !mayWork(permissions)) await lockPeople(db, { role });
}

/**
 * Takes people off the work that they have at sites where they can no longer work, and ends their clocks there. Those who manage
 * the plans of a site are told once. The people are locked: of an assignment in the same moment, either the rows are seen here, or
 * it sees that they have left.
 */
export async function leaveWork(work: HookContext, who: Who): Promise<void> {
  const { db } = work;
  // Somebody may have got the role since.
  if ('role' in who) await lockPeople(db, who);
  const losses: Loss[] = [];
  for (const kind of kinds) if (work.has(kind.path)) losses.push(...(await takeOff(work, kind, who)));
  if (work.has('labour-entries')) {
    const running = db('labour_entries as w').whereNotNull('w.started_at').whereNull('w.ended_at');
    await stopEntries(work, await withoutWorkers(running, db, who, 'w.user_id').pluck('w.id'));
  }
  for (const site of new Set(losses.map((loss) => loss.site)))
    await tellOf(
      work,
      site,
      losses.filter((loss) => loss.site === site),
    );
}

/** What a site has lost of one kind of work. */
interface Loss {
  readonly site: number;
  readonly people: readonly number[];
  readonly counts: Readonly<Record<string, number>>;
}

async function takeOff(
  { db, rows }: HookContext,
  { path, told, one, open }: (typeof kinds)[number],
  who: Who,
): Promise<Loss[]> {
  const work = db(`${one}_operators as p`).join(`${one}s as w`, 'w.id', `p.${one}_id`);
  if ('status' in open) void work.whereIn('w.status', [...open.status]);
  const found = withoutWorkers(work, db, who, 'p.user_id').select('w.id', 'p.user_id');
  const left: { id: number; user_id: number }[] = await found;
  if (left.length === 0) return [];
  // Work that was closed meanwhile keeps its people.
  const ids = [...new Set(left.map(({ id }) => Number(id)))];
  const held = await rows<WorkRow>(path).find({ id: ids, ...open }, { lock: 'update' });
  const losses: Loss[] = [];
  for (const site of new Set(held.map(({ site_id }) => site_id))) {
    const its = held.filter(({ site_id }) => site_id === site);
    const gone = left.filter(({ id }) => its.some((row) => row.id === Number(id)));
    const people = [...new Set(gone.map(({ user_id }) => Number(user_id)))];
    const lists = [...(await rows<WorkRow>(path).take(its, 'operator_ids', people)).values()];
    const idle = lists.filter(({ length }) => length === 0).length;
    losses.push({ site, people, counts: { [told]: lists.length, [`idle_${told}`]: idle } });
  }
  return losses;
}

async function tellOf({ rows, db }: HookContext, site: number, losses: readonly Loss[]): Promise<void> {
  const people = [...new Set(losses.flatMap((loss) => loss.people))];
  const only = people.length > 1 ? null : await db('users').where({ id: people[0] }).first('full_name');
  const values = { maintenances: 0, idle_maintenances: 0, plans: 0, idle_plans: 0, people: people.length };
  for (const { counts } of losses) Object.assign(values, counts);
  const row = { id: site, site_id: site };
  await rows('sites').tell(row, 'left_work', { ...values, person: only?.full_name ?? null });
}

async function lockPeople(db: Knex, who: Who): Promise<void> {
  const ids: number[] = await ofPeople(db('users'), db, 'id', who).orderBy('id').forUpdate().pluck('id');
  await writeLocked(db, 'users', ids.map(Number));
}

/** The rows with one of the people in a column. */
function ofPeople(rows: Knex.QueryBuilder, db: Knex, column: string, who: Who): Knex.QueryBuilder {
  if ('user' in who) return rows.where(column, who.user);
  const held = db('membership_roles').where('role_id', who.role).select('membership_id');
  return rows.whereIn(column, db('memberships').whereIn('id', held).select('user_id'));
}

/** Those of the people, in a column, who cannot work at the site of a row `w`. */
function withoutWorkers(rows: Knex.QueryBuilder, db: Knex, who: Who, person: string): Knex.QueryBuilder {
  const workers = workersOf(db).where('m.user_id', db.ref(person)).where('m.site_id', db.ref('w.site_id'));
  return ofPeople(rows, db, person, who).whereNotExists(workers.select('m.id'));
}
