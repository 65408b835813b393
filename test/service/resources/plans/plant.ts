/** A site of its own with people, a material and a clock that a test sets: nothing else comes due there. */
import { expect } from 'chai';
import type { Client, Reply } from '../../../harness/client.ts';
import { type Service, standIn, startService } from '../../../harness/service.ts';
import { resetClock, setClock } from '../../../harness/set-clock.ts';
import { type Occurrence, PlanWorld } from './world.ts';

type Json = Readonly<Record<string, unknown>>;

interface People {
  /** At the headquarters. */
  readonly admin: Client;
  readonly technician: Client;
  readonly viewer: Client;
}

export class Plant extends PlanWorld {
  readonly people: People;
  readonly site: number;
  readonly zone: number;
  /** The technician. */
  readonly operator: number;

  constructor(
    service: Service,
    manager: Client,
    people: People,
    ids: {
      readonly site: number;
      readonly zone: number;
      readonly material: number;
      readonly operator: number;
    },
  ) {
    super(service, manager, ids.material);
    this.people = people;
    this.site = ids.site;
    this.zone = ids.zone;
    this.operator = ids.operator;
  }

  /** Starts a service with the demo's people at a new site, in UTC where nothing is said. The demo's own plans stand still. */
  static async open(timezone = 'UTC'): Promise<Plant> {
    const service = await startService({ seed: 'demo' });
    const { knex } = service.database;
    await stopPlans(service);
    const [admin, manager, technician, viewer] = await Promise.all(
      ['admin', 'manager', 'technician', 'viewer'].map((name) => service.signedIn(`${name}@demo.test`)),
    );
    if (!admin || !manager || !technician || !viewer) throw new Error('There are four people.');
    const made = await admin.post('/sites', { name: 'Plant of a test', timezone });
    expect(made.status, made.text).to.equal(201);
    const site: number = made.body.data.id;
    for (const person of [manager, technician, viewer]) await join(service, person, site);
    const { id: zone } = (await manager.post('/zones', { name: 'Hall' })).body.data;
    const { id: material } = (await manager.post('/materials', { name: 'Press', zone_id: zone })).body.data;
    const { id: operator } = await knex('users').where({ email: 'technician@demo.test' }).first('id');
    const people = { admin, technician, viewer };
    return new Plant(service, manager, people, { site, zone, material, operator: Number(operator) });
  }

  /** Ends a test: the clock is right again, and nothing that it made comes due any more. */
  async rest(): Promise<void> {
    resetClock();
    await stopPlans(this.service);
  }

  async close(): Promise<void> {
    resetClock();
    await this.service.stop();
  }

  /** Sets the clock and records what has come due by then. */
  async come(instant: string): Promise<void> {
    setClock(instant);
    await this.tick(new Date().toISOString());
  }

  override async newMaterial(body: Json = {}): Promise<number> {
    const sent = { name: this.name(), zone_id: this.zone, ...body };
    return (await this.send('POST', '/materials', sent, 201)).id;
  }

  decommission(material: number): Promise<Reply['body']> {
    return this.send('PATCH', `/materials/${material}`, { status: 'decommissioned' });
  }

  change({ id }: { readonly id: number }, body: Json, status = 200): Promise<Reply['body']> {
    return this.send('PATCH', `/maintenance-plans/${id}`, body, status);
  }

  /** Moment, status and reason of each date: `2027-01-31 07:00 skipped closed_day`. */
  async moments(plan: { readonly id: number }): Promise<string[]> {
    return (await this.occurrences(plan)).map(({ due_at, status, skip_reason }) =>
      [shortly(due_at), status, ...(skip_reason ? [skip_reason] : [])].join(' '),
    );
  }

  /** Reason or status of each date. */
  async states(plan: { readonly id: number }): Promise<string[]> {
    return (await this.occurrences(plan)).map(({ status, skip_reason }) => skip_reason ?? status);
  }

  /** The occurrence with a number. */
  async occurrence(plan: { readonly id: number }, sequence: number): Promise<Occurrence> {
    const found = (await this.occurrences(plan)).find((one) => one.sequence === sequence);
    if (!found) throw new Error(`There is no occurrence ${sequence}.`);
    return found;
  }

  /** The maintenance of the occurrence with a number. */
  async order(plan: { readonly id: number }, sequence: number): Promise<Reply['body']> {
    const { maintenance_id } = await this.occurrence(plan, sequence);
    return this.send('GET', `/maintenances/${maintenance_id}`);
  }

  /** Changes the maintenance of the occurrence with a number. */
  async changeOrder(plan: { readonly id: number }, sequence: number, body: Json): Promise<Reply['body']> {
    const { maintenance_id } = await this.occurrence(plan, sequence);
    return this.send('PATCH', `/maintenances/${maintenance_id}`, body);
  }

  /** Starts and completes the maintenance of the occurrence with a number. */
  async complete(plan: { readonly id: number }, sequence: number, at: string): Promise<void> {
    await this.changeOrder(plan, sequence, {
      ...{ status: 'in_progress', started_at: at, operator_ids: [this.operator] },
    });
    await this.changeOrder(plan, sequence, { status: 'completed', resolved_at: at });
  }

  async forecast(plan: { readonly id: number }, until: string): Promise<string[]> {
    return foreseen(await this.send('GET', `/maintenance-plans/${plan.id}/forecast?until=${until}`));
  }

  /** The forecast of a plan that is not saved. */
  async foresee(body: Json, until: string): Promise<string[]> {
    const usual = {
      name: 'Not saved',
      material_id: this.material,
      frequency: 'day',
      starts_on: '2027-01-01',
    };
    return foreseen(
      await this.send('POST', `/maintenance-plans/forecast?until=${until}`, { ...usual, ...body }),
    );
  }
}

async function stopPlans({ database }: Service): Promise<void> {
  await database.knex('maintenance_plans').update({ active: false, next_generation_at: null });
}

async function join(service: Service, person: Client, site: number): Promise<void> {
  const { knex } = service.database;
  const { id, roles } = (await person.get('/user')).body.data;
  const [name] = roles;
  const role = await knex('roles').where({ name }).first('id');
  const [membership] = await knex('memberships').insert({ user_id: id, site_id: site });
  await knex('membership_roles').insert({ membership_id: membership, role_id: role?.id });
  const moved = await person.patch('/user/site', { site_id: site });
  expect(moved.status, moved.text).to.equal(200);
}

/** `2027-01-31 07:00` */
export function shortly(instant: string): string {
  return instant.slice(0, 16).replace('T', ' ');
}

function foreseen(
  dates: readonly { readonly due_at: string; readonly skip_reason: string | null }[],
): string[] {
  return dates.map(({ due_at, skip_reason }) =>
    [shortly(due_at), ...(skip_reason ? [skip_reason] : [])].join(' '),
  );
}

/** A plant for the tests of a group: there before the first of them, at rest after each, gone after the last. */
export function openPlant(timezone?: string): Plant {
  let opened: Plant | undefined;
  before(async () => {
    opened = await Plant.open(timezone);
  });
  afterEach(() => opened?.rest());
  after(() => opened?.close());
  return standIn(() => opened);
}
