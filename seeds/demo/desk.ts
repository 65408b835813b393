/** What surrounds the work: cleaning rounds, requests, comments, notifications, and webhooks with their deliveries. */
import { roundDates } from '../../resources/cleaning-plan/round-dates.ts';
import { firstWords } from '../../resources/names/first-words.ts';
import { day, dayOf, hour, isoOf, minute } from './calendar.ts';
import type { Zone } from './draft.ts';
import { counted, type Draft, type Event, type Local, made, ownOf, type Person, type Site } from './draft.ts';
import { createRandom } from './random.ts';
import { closuresFrom, workingHoursOf } from './roster.ts';
import { texts } from './tables.ts';
import type { World } from './world.ts';

/** Rows of sites, entered one after the other when the service was set up. */
function enteredAt<C extends object>(sites: readonly Site[], columns: (site: Site) => readonly C[]) {
  const all = sites.flatMap((site) => columns(site).map((row) => ({ site, row })));
  return counted(
    all.map(({ site, row }, at) => ({
      ...{ ...made(site.created_by, site.created_at + 2 * hour + at * minute), site, ...row },
    })),
  );
}

export const buildWorkingHours = ({ sites }: World) => enteredAt(sites, workingHoursOf);
export const buildClosures = ({ sites, today }: World) => enteredAt(sites, () => closuresFrom(today));

/** A round of each kind in the zones with the most equipment, and one of the most important machines. */
export function buildRounds({ sites, materials, today }: World) {
  return enteredAt(sites, (site) => {
    const own = ownOf(site, materials).filter(({ decommissioned_at }) => decommissioned_at === null);
    const sizeOf = (zone: Zone) => own.filter((material) => material.zone === zone).length;
    const zones = [...new Set(own.map(({ zone }) => zone))];
    const fullest = zones.toSorted((one, other) => sizeOf(other) - sizeOf(one) || one.id - other.id);
    const critical = own.filter(({ criticality }) => criticality === 'critical');
    const chosen = (critical.length > 0 ? critical : own).slice(0, 5);
    return texts.rounds.map(({ weekdays, ...kind }, at) => {
      const zone = at < texts.rounds.length - 1 ? fullest[at] : undefined;
      const weekday_list = weekdays.join() || null;
      const times = { active: true, starts_on: dayOf(site.created_at), every: 1, weekday_list };
      const rule = { ...kind, ...times, frequency: kind.frequency as 'day' | 'week' | 'month' };
      const { next } = roundDates(rule, site.timezone, isoOf(today));
      const name = zone ? `${kind.name}: ${zone.name}` : kind.name;
      return { ...rule, name, zone, materials: zone ? [] : chosen, weekdays, next_due_at: next };
    });
  });
}

const letters = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const tokenLetters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
const contacts = ['optional', 'none', 'required'] as const;

/** Request points on every tenth material of a plant, with requests of the last days; most are not decided. */
export function buildRequests({ plants, materials, incidents, maintenances, today }: World) {
  const random = createRandom('requests');
  const code = (alphabet: string, length: number) =>
    Array.from({ length }, () => alphabet.charAt(random.int(0, alphabet.length - 1))).join('');
  const points = plants.flatMap((site) =>
    every(10, ownOf(site, materials)).map((material, at) => ({
      ...{ ...made(site.created_by, site.created_at + 6 * hour + at * minute), site, material },
      ...{ name: material.name, token: code(tokenLetters, 22), contact: contacts[at % 3] },
      hint: at % 3 === 0 ? 'For danger to people, call 112 first.' : null,
      ...{ photos: true, active: at % 7 !== 6 },
    })),
  );
  const requests = plants.flatMap((site) => {
    const here = ownOf(site, points);
    const own = texts.requests.map((description, at) => {
      const point = here[at % here.length];
      const { material } = point ?? {};
      return {
        ...{ ...made(null, today - (texts.requests.length - at) * day + 9 * hour), site, status: 'received' },
        ...{ description, name: description.split('\n')[0], request_point: point, material },
        ...{ zone: material?.zone, reference: code(letters, 12).replace(/(.{4})(.{4})/, '$1-$2-') },
        requester_name: at % 2 === 0 ? 'Night shift' : null,
      };
    });
    const decide = (place: number, outcome: object) => {
      const decided_at = (own[place]?.created_at ?? 0) + 3 * hour;
      const forget_at = place % 2 === 0 ? decided_at + 90 * day : null;
      Object.assign(own[place] ?? {}, { decided_at, decided_by: site.created_by, forget_at, ...outcome });
    };
    decide(1, { status: 'accepted', incident: ownOf(site, incidents)[0] });
    decide(2, { status: 'accepted', maintenance: ownOf(site, maintenances)[0] });
    decide(3, { status: 'rejected', public_note: 'It is switched off on purpose.' });
    decide(4, { status: 'duplicate', duplicate_of: own[1] });
    return own;
  });
  return { points: counted(points), requests: counted(requests) };
}

const every = <T>(step: number, all: readonly T[]): T[] => all.filter((_, at) => at % step === 0);

/** On every twentieth material, seventh maintenance, and fifth fault. Every third has an answer by another person. */
export function buildComments({ people, start, today, ...world }: World) {
  const on = (resource: keyof typeof texts.comments, step: number, atOf: (row: Draft) => number) =>
    every<Local>(step, world[resource]).map((record) => ({ resource, record, at: atOf(record) }));
  const subjects = [
    ...on('materials', 20, ({ id }) => start + id * hour),
    ...on('maintenances', 7, ({ created_at }) => created_at + hour),
    ...on('incidents', 5, ({ created_at }) => created_at + 20 * minute),
  ].filter(({ at }) => at + 2 * hour < today);
  const comments = subjects.flatMap(({ resource, record, at }, place) => {
    const { site } = record;
    const writes = ([name, role]: readonly [string, string]) => name === site.name && role !== 'viewer';
    const writers = people.filter(({ of }) => of.roles.some(writes));
    const [first, second] = [writers[place % writers.length], writers[(place + 1) % writers.length]];
    const said = texts.comments[resource];
    const row = (author: Person | undefined, body: string, createdAt: number) => ({
      ...{ ...made(author ?? null, createdAt), site, resource, record, name: firstWords(body), body },
      edited_at: place % 9 === 0 ? createdAt + 10 * minute : null,
    });
    const isAlone = first === second;
    const question = {
      ...row(first, said[place % said.length] ?? '', at),
      mentions: isAlone ? [] : [second],
    };
    const isAnswered = place % 3 === 0 && !isAlone;
    return isAnswered ? [question, row(second, 'Thank you, I will have a look.', at + hour)] : [question];
  });
  return counted(comments);
}

const noticesEach = 20;
const unreadOfThem = 5;

/** The latest notifications of each person; the newest are unread, and none waits for a mail. */
export function buildNotifications({ people, maintenances, incidents, today }: World) {
  const work = maintenances
    .filter(({ status }) => status !== 'canceled')
    .flatMap((record) => {
      const { site, created_at, scheduled_at } = record;
      const of = { resource: 'maintenance', record, site };
      return [
        { ...of, notice: 'assigned', at: created_at, values: {} },
        { ...of, notice: 'due_soon', at: scheduled_at - day, values: { at: isoOf(scheduled_at) } },
      ];
    });
  const faults = incidents
    .filter(({ severity }) => severity === 'high' || severity === 'critical')
    .map((record) => {
      const { site, created_at: at, severity } = record;
      return { resource: 'incident', record, site, notice: 'severe', at, values: { severity } };
    });
  const notifications = people.flatMap((user) => {
    const { roles } = user.of;
    const isLeading = roles.some(([, role]) => role === 'administrator' || role === 'manager');
    return [...work, ...(isLeading ? faults : [])]
      .filter(({ at, site }) => at < today && roles.some(([name]) => name === site.name))
      .toSorted((one, other) => other.at - one.at || other.record.id - one.record.id)
      .slice(0, noticesEach)
      .map(({ at, resource, notice, record, site, values }, index) => ({
        ...{ ...made(null, at), user, kind: `${resource}.${notice}`, resource, record, site },
        read_at: index < unreadOfThem ? null : Math.min(at + 3 * hour, today - 1),
        ...{ edge: isoOf(at), said: { zone: site.timezone, values } },
      }));
  });
  return counted(notifications);
}

const deliveriesEach = 50;
/** Older ones are deleted after thirty days. */
const withinDays = 28;

/** Failed deliveries, by their position among the fifty: an unreachable server, and one that refused. */
const outages = [
  { from: 17, until: 21, fault: { error: 'connection', response_status: null, duration_ms: 12 } },
  { from: 38, until: 40, fault: { error: 'status', response_status: 503, duration_ms: 141 } },
];

/** A webhook for each plant, with its deliveries of the last weeks. It is inactive: the demo sends nothing. */
export function buildWebhooks({ plants, cleanings, incidents, maintenances, today }: World) {
  const all = { cleaning: cleanings, incident: incidents, maintenance: maintenances };
  const webhooks = counted(
    plants.map((site) => ({
      ...{ ...made(site.created_by, site.created_at + 9 * day), site, name: 'ERP', active: false },
      ...{ url: 'https://erp.demo.test/mill', events: ['cleaning.*', 'incident.*', 'maintenance.*'] },
      last_delivered_at: null as number | null,
    })),
  );
  const deliveries = webhooks.flatMap((webhook) => {
    const { site } = webhook;
    const told = Object.entries(all).flatMap(([resource, events]) =>
      ownOf<Event>(site, events).map((record) => ({ resource, record })),
    );
    const recent = told.filter(({ record }) => record.created_at > today - withinDays * day);
    const sorted = recent.toSorted((one, other) => one.record.created_at - other.record.created_at);
    return sorted.slice(-deliveriesEach).map(({ resource, record }, at) => {
      const { created_at, created_by, id } = record;
      const fault = outages.find(({ from, until }) => at >= from && at < until)?.fault;
      // Failed ones were retried for three days.
      const last = created_at + (fault ? 76 * hour : 2000);
      const type = `${resource}.create`;
      if (!fault) webhook.last_delivered_at = last;
      const data = { resource, id, site_id: site.id, action: 'create', changes: {} };
      return {
        ...{ ...made(created_by, created_at), site, webhook, event_id: `evt_demo_${webhook.id}_${at + 1}` },
        ...{ type, resource, record, status: fault ? 'failed' : 'delivered', attempts: fault ? 10 : 1 },
        ...{ tried_before: 0, last_attempt_at: last, delivered_at: fault ? null : last },
        ...(fault ?? { error: null, response_status: 200, duration_ms: 40 + ((at * 37) % 160) }),
        payload: {
          ...{ type, timestamp: isoOf(created_at) },
          data: { ...data, actor_id: created_by?.id ?? null, request_id: null },
        },
      };
    });
  });
  return { webhooks, deliveries: counted(deliveries) };
}
