/** The procedures of plans, and the answers of their steps in the maintenances of the last weeks. */
import { type Answer, statusOf } from '../../resources/procedures/answer.ts';
import { day, isoOf, minute } from './calendar.ts';
import type { Maintenance, MaintenancePlan } from './model.ts';
import { type Procedure, proceduresOf } from './procedures.ts';
import { createRandom, type Random } from './random.ts';
import { type Lists, type Row, stamps } from './rows.ts';
import type { World } from './world.ts';

/** The number of steps of a plant with a picture: the latest. */
const mostPictured = 2;

/** How long plans have had procedures. */
const since = 60 * day;

/** The procedure for a kind of equipment; every machine has a cabinet and an emergency stop. */
const fitting: Readonly<Record<string, string>> = {
  pump: 'Pump inspection',
  conveyor: 'Conveyor belt change',
  compressor: 'Compressor service',
};
const common = ['Electrical cabinet check', 'Emergency stop test'];

/** The procedure of a plan: every third has one. */
export function procedureOf(plan: MaintenancePlan, world: Pick<World, 'sites'>): Procedure | null {
  const { kind, zone } = plan.material;
  if (plan.id % 3 !== 0) return null;
  // Ids of a plant are all even, or all odd.
  const name = fitting[kind] ?? common[Math.floor(plan.id / 6) % common.length];
  return proceduresOf(world).find((one) => one.site === zone.site && one.entry.name === name) ?? null;
}

/** The procedure of a maintenance: that of its plan at its creation. */
export function procedureIn(
  { origin, createdAt }: Maintenance,
  world: Pick<World, 'sites'>,
  today: number,
): Procedure | null {
  return origin && createdAt >= today - since ? procedureOf(origin.plan, world) : null;
}

/** After maintenances and procedures. */
export function stepRowsOf(world: World, today: number): Lists {
  const random = createRandom('steps');
  const rows = world.maintenances.flatMap((maintenance) => {
    const procedure = procedureIn(maintenance, world, today);
    return procedure ? stepsIn(maintenance, procedure, random) : [];
  });
  const pictured = new Set(
    world.sites.flatMap(({ id }) =>
      rows
        .filter((row) => row.site_id === id && row.kind === 'photo' && row.status === 'not_applicable')
        .slice(-mostPictured),
    ),
  );
  const answered = rows.map((row) => (pictured.has(row) ? { ...row, ...byPicture } : row));
  return [['maintenance-steps', answered.map((row, at) => ({ ...row, id: at + 1 }))]];
}

const byPicture = { status: 'done', not_applicable: false, note: null };

function stepsIn(maintenance: Maintenance, { id: procedureId, entry }: Procedure, random: Random): Row[] {
  const { status, startedAt, resolvedAt, material, operators } = maintenance;
  // Of work in progress, half of the steps are answered.
  const count = { completed: entry.steps.length, in_progress: Math.floor(entry.steps.length / 2) };
  const answered = status === 'completed' || status === 'in_progress' ? count[status] : 0;
  const bad = random.chance(0.15);
  return entry.steps.map((step, position) => {
    const asked = {
      ...{ required: true, help: null, unit: null, minimum: null, maximum: null, choices: null },
      ...{ failing_choices: null, on_fail: 'none' as const, severity: null },
      ...step,
    };
    const isAnswered = position < answered && startedAt !== null;
    const fails = bad && asked.on_fail !== 'incident';
    const answer = isAnswered ? answerOf(asked, fails, random) : none;
    const state = statusOf(asked, answer, false);
    const ended = resolvedAt ?? (startedAt ?? 0) + 30 * minute;
    const at = startedAt === null ? 0 : startedAt + ((ended - startedAt) * position) / (answered + 1);
    const isOpen = state === 'open';
    return {
      ...stamps({ ...maintenance, ...(!isOpen && { updatedAt: Math.max(at, maintenance.createdAt) }) }),
      ...{ ...asked, site_id: material.zone.site.id, maintenance_id: maintenance.id, position },
      ...{ procedure_id: procedureId, procedure_version: 1, ...answer, status: state },
      note: noteOf(state),
      answered_at: isOpen ? null : isoOf(Math.floor(at)),
      answered_by_id: isOpen ? null : (operators[0]?.id ?? null),
      incident_id: null,
    };
  });
}

const none: Answer = { passed: null, number: null, choice: null, text: null, not_applicable: false };

type AskedStep = Parameters<typeof statusOf>[0] & { readonly required: boolean };

function answerOf(step: AskedStep, fails: boolean, random: Random): Answer {
  const { kind, minimum, maximum, choices, failing_choices: bad } = step;
  const least = minimum ?? Math.floor((maximum ?? 2000) / 2);
  const most = maximum ?? least + 100;
  switch (kind) {
    case 'check':
      return { ...none, passed: true };
    case 'pass_fail':
      return { ...none, passed: !fails };
    case 'number': {
      const number = Math.round(10 * (least + ((most - least) * random.int(1, 9)) / 10)) / 10;
      return { ...none, number: fails && maximum !== null ? maximum + 1 : number };
    }
    case 'choice':
      return { ...none, choice: (fails && bad?.[0]) || (choices?.[0] ?? null) };
    case 'text':
      return { ...none, text: 'As before.' };
    case 'photo':
      return { ...none, not_applicable: step.required };
  }
}

function noteOf(status: string): string | null {
  if (status === 'not_applicable') return 'The camera was not at hand.';
  return status === 'failed' ? 'Put right at once.' : null;
}
