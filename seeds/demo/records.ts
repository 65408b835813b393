/** What is recorded about work: the answers of its steps, labour, the charges of companies, and downtimes. */
import { amountOf } from '../../resources/labour/amount.ts';
import { dayAt } from '../../resources/plans/local-time.ts';
import { type Answer, statusOf } from '../../resources/procedures/answer.ts';
import { minutesOf, nameOf } from '../../resources/stops/stop.ts';
import { day, hour, isoOf, minute } from './calendar.ts';
import type { Event, Incident, Material, Work } from './draft.ts';
import { counted, made, numbered, ownOf } from './draft.ts';
import { createRandom, type Random } from './random.ts';
import { texts } from './tables.ts';
import type { World } from './world.ts';

const said: Readonly<Record<string, string>> = texts.answered;
/** The number of steps of a plant with a picture: the latest. */
const mostPictured = 2;

/** The steps of work with a procedure. */
export function buildSteps({ sites, maintenances }: World) {
  const random = createRandom('steps');
  const steps = counted(maintenances.flatMap((work) => stepsIn(work, random)));
  const pictured = sites.flatMap((site) =>
    ownOf(site, steps)
      .filter(({ kind, status }) => kind === 'photo' && status === 'not_applicable')
      .slice(-mostPictured),
  );
  for (const one of pictured) Object.assign(one, { status: 'done', not_applicable: false, note: null });
  return steps;
}

const asked = {
  ...{ required: true, help: null, unit: null, minimum: null, maximum: null, choices: null },
  ...{ failing_choices: null, on_fail: 'none' as const, severity: null },
};

function stepsIn(work: Work, random: Random) {
  const { procedure, site, status, started_at: startedAt, resolved_at, operators, created_at } = work;
  if (!procedure) return [];
  const { length } = procedure.steps;
  // Of work in progress, half of the steps are answered.
  const answered = status === 'completed' ? length : status === 'in_progress' ? Math.floor(length / 2) : 0;
  const isBad = random.chance(0.15);
  return procedure.steps.map((own, position) => {
    const step = { ...asked, ...own };
    const since = position < answered ? startedAt : null;
    const answer = since === null ? none : answerOf(step, isBad && step.on_fail !== 'incident', random);
    const state = statusOf(step, answer, false);
    const ended = resolved_at ?? (since ?? 0) + 30 * minute;
    const at =
      since === null || state === 'open' ? null : since + ((ended - since) * position) / (answered + 1);
    return {
      ...made(work.created_by, created_at, Math.max(at ?? work.updated_at, created_at)),
      ...{ ...step, site, maintenance: work, position, procedure, procedure_version: 1, ...answer },
      ...{ status: state, note: said[state] ?? null, answered_at: at === null ? null : Math.floor(at) },
      answered_by: at === null ? null : (operators[0] ?? null),
    };
  });
}

const none: Answer = { passed: null, number: null, choice: null, text: null, not_applicable: false };

type AskedStep = Parameters<typeof statusOf>[0] & { readonly required: boolean };

function answerOf(step: AskedStep, fails: boolean, random: Random): Answer {
  const { kind, minimum, maximum, choices, failing_choices: bad } = step;
  const least = minimum ?? Math.floor((maximum ?? 2000) / 2);
  const most = maximum ?? least + 100;
  const number = Math.round(10 * (least + ((most - least) * random.int(1, 9)) / 10)) / 10;
  switch (kind) {
    case 'check':
      return { ...none, passed: true };
    case 'pass_fail':
      return { ...none, passed: !fails };
    case 'number':
      return { ...none, number: fails && maximum !== null ? maximum + 1 : number };
    case 'choice':
      return { ...none, choice: (fails && bad?.[0]) || (choices?.[0] ?? null) };
    case 'text':
      return { ...none, text: 'As before.' };
    case 'photo':
      return { ...none, not_applicable: step.required };
  }
}

/**
 * The trades of each site with their hourly rates, and the labour of its people, recorded at the end of the work or of the day. Of
 * some work none is recorded.
 */
export function buildLabour({ sites, maintenances, today }: World) {
  const trades = counted(
    sites.flatMap((site) =>
      texts.trades.map(([name, hourly_rate], place) => ({
        ...made(site.created_by, site.created_at + 3 * hour + place * minute),
        ...{ site, name, hourly_rate: Number(hourly_rate), active: true },
      })),
    ),
  );
  const random = createRandom('labour');
  const entries = maintenances.flatMap((work) =>
    work.operators.flatMap((user) => {
      const { site, started_at: startedAt, resolved_at } = work;
      const own = ownOf(site, trades);
      const trade = own[user.id % own.length];
      const wanted = work.estimated_minutes ?? random.int(2, 16) * 15;
      const minutes = Math.ceil((wanted * random.int(7, 13)) / 50) * 5;
      if (!random.chance(0.9) || startedAt === null || !trade) return [];
      const { hourly_rate } = trade;
      const ended = Math.max(resolved_at ?? 0, startedAt + minutes * minute);
      const worked_on = dayAt(isoOf(startedAt), site.timezone);
      return [
        {
          ...made(user, Math.min(today - minute, ended)),
          ...{ site, maintenance: work, user, trade, kind: 'work', minutes, worked_on },
          ...{ hourly_rate, amount: amountOf(minutes, hourly_rate) },
        },
      ];
    }),
  );
  return { trades, entries: counted(entries) };
}

/** A finished job of a company is charged a day later; some invoices are missing. */
export function buildCosts({ maintenances, today }: World) {
  const random = createRandom('service costs');
  const costs = maintenances.flatMap((work) =>
    work.companies.flatMap((company) => {
      const { site, resolved_at: ended } = work;
      const amount = Math.round(random.int(12, 240) * 1000 + random.int(0, 99)) / 100;
      const number = random.int(1000, 9999);
      if (ended === null || ended + day >= today || !random.chance(0.9)) return [];
      const incurred_on = dayAt(isoOf(ended), site.timezone);
      const invoice_number = `${incurred_on.slice(0, 4)}-${number}`;
      const stamps = made(work.created_by, ended + day);
      return [{ ...stamps, site, maintenance: work, company, amount, incurred_on, invoice_number }];
    }),
  );
  return counted(costs);
}

interface Cause {
  readonly incident?: Incident;
  readonly maintenance?: Work | null;
  readonly notes?: string;
}

/** A time in which a material stood still, entered at its end. */
function stop(
  kind: 'unplanned' | 'planned' | 'external',
  { site, material, created_by }: Pick<Event, 'site' | 'material' | 'created_by'>,
  from: number,
  to: number | null,
  cause: Cause,
) {
  const { incident } = cause;
  const times = { started_at: isoOf(from), ended_at: to === null ? null : isoOf(to) };
  const name = nameOf({ actor: { locale: 'en' } }, { kind }, material.name);
  const by_status = incident?.severity === 'high' || incident?.severity === 'critical';
  const stamps = made(created_by, to ?? from);
  return { ...stamps, site, material, kind, name, ...times, minutes: minutesOf(times), by_status, ...cause };
}

/** Severe failures stop a machine, others and planned work sometimes. Twice a year a site has no power. */
export function buildStops({ sites, materials, maintenances, incidents, today }: World) {
  const random = createRandom('stops');
  const lasting = new Set<Material>();
  const unplanned = incidents.flatMap((incident) => {
    const { severity, material, started_at, resolved_at, maintenance, created_by, created_at } = incident;
    const chance = { low: 0.05, medium: 0.4, high: 1, critical: 1 }[severity];
    const isMeant = random.chance(chance) && (resolved_at !== null || chance === 1);
    // Of the running ones, at most one per material.
    if (!isMeant || (resolved_at === null && lasting.has(material))) return [];
    if (resolved_at === null) lasting.add(material);
    const stamps = made(created_by, created_at, incident.updated_at);
    return [
      { ...stop('unplanned', incident, started_at, resolved_at, { incident, maintenance }), ...stamps },
    ];
  });
  const planned = maintenances.flatMap((maintenance) => {
    const { type, started_at, resolved_at } = maintenance;
    const isMeant = random.chance(0.3) && ['preventive', 'predictive', 'improvement'].includes(type);
    if (!isMeant || started_at === null || resolved_at === null) return [];
    return [stop('planned', maintenance, started_at, resolved_at, { maintenance })];
  });
  const cuts = sites.flatMap((site) =>
    [40, 190].flatMap((ago, index) => {
      const from = today - (ago + site.id) * day + 10 * hour;
      const to = from + (2 + index) * hour;
      const standing = ownOf(site, materials).filter(
        ({ criticality, created_at, decommissioned_at }) =>
          criticality === 'critical' && created_at < from && decommissioned_at === null,
      );
      return standing.map((material) =>
        stop('external', { ...material, material }, from, to, { notes: 'Power cut.' }),
      );
    }),
  );
  return numbered([...unplanned, ...planned, ...cuts]);
}
