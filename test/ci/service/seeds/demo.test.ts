/** Seeding the demo: the same each time, once only, into an empty database only, with the logins that are documented. */
import { createHash } from 'node:crypto';
import bcrypt from 'bcryptjs';
import { expect } from 'chai';
import type { Knex } from 'knex';
import { generate } from 'otplib';
import { demoPassword } from '../../../../auth/index.ts';
import { seedDatabase } from '../../../../commands/seed/seed-database.ts';
import { createTestDatabase, type TestDatabase } from '../../../harness/database.ts';
import { anywhere } from '../../../harness/only-on.ts';
import { runEntry } from '../../../harness/process.ts';
import { type SignInService, startSignIn } from '../../../service/auth/fixture.ts';

/** Every table that the seed fills, with columns that tell its rows apart. */
const tables: Readonly<Record<string, string[]>> = {
  users: ['id'],
  two_factor_recovery_codes: ['id'],
  sites: ['id'],
  roles: ['id'],
  role_permissions: ['role_id', 'permission'],
  memberships: ['id'],
  membership_roles: ['membership_id', 'role_id'],
  companies: ['id'],
  company_types: ['company_id', 'type'],
  zones: ['id'],
  equipment_classes: ['id'],
  materials: ['id'],
  maintenances: ['id'],
  maintenance_operators: ['maintenance_id', 'user_id'],
  maintenance_companies: ['maintenance_id', 'company_id'],
  incidents: ['id'],
  cleanings: ['id'],
  items: ['id'],
  item_materials: ['item_id', 'material_id'],
  item_movements: ['id'],
  working_hours: ['id'],
  closures: ['id'],
  cleaning_rounds: ['id'],
  cleaning_round_materials: ['cleaning_round_id', 'material_id'],
  cleaning_round_weekdays: ['cleaning_round_id', 'weekday'],
  maintenance_plans: ['id'],
  maintenance_plan_weekdays: ['maintenance_plan_id', 'weekday'],
  maintenance_plan_operators: ['maintenance_plan_id', 'user_id'],
  maintenance_plan_companies: ['maintenance_plan_id', 'company_id'],
  plan_occurrences: ['id'],
  downtimes: ['id'],
  meters: ['id'],
  meter_readings: ['id'],
  procedures: ['id'],
  procedure_steps: ['id'],
  maintenance_steps: ['id'],
  trades: ['id'],
  labour_entries: ['id'],
  service_costs: ['id'],
  request_points: ['id'],
  work_requests: ['id'],
  notifications: ['id'],
  comments: ['id'],
  attachments: ['id'],
};

/** How many rows each table has, and a checksum of all they hold. */
async function summarize(knex: Knex, without: readonly string[] = []): Promise<Record<string, string>> {
  const summary: Record<string, string> = {};
  for (const [table, order] of Object.entries(tables)) {
    const rows: Record<string, unknown>[] = await knex(table).orderBy(order);
    const kept = rows.map((row) => Object.entries(row).filter(([column]) => !without.includes(column)));
    const checksum = createHash('sha256').update(JSON.stringify(kept)).digest('hex');
    summary[table] = `${rows.length} ${checksum}`;
  }
  return summary;
}

const looked = [
  'site',
  'zone',
  'material',
  'maintenance',
  'incident',
  'cleaning',
  'item',
  'item-movement',
  'working-hour',
  'closure',
  'cleaning-round',
  'maintenance-plan',
  'plan-occurrence',
  'downtime',
  'failure-code',
  'meter',
  'meter-reading',
  'procedure',
  'maintenance-step',
  'trade',
  'labour-entry',
  'service-cost',
  'equipment-class',
  'request-point',
  'work-request',
];
const operations = ['viewAny', 'view', 'create', 'update', 'delete'];
const all = (resource: string) => operations.map((operation) => `${resource}.${operation}`);
const look = looked.flatMap((resource) => [`${resource}.viewAny`, `${resource}.view`]);
const plantWork = [
  'zone',
  'material',
  'maintenance',
  'incident',
  'cleaning',
  'item',
  'working-hour',
  'closure',
  'cleaning-round',
  'downtime',
  'procedure',
  'trade',
  'labour-entry',
  'service-cost',
  'request-point',
];

const expectedRoles: Readonly<Record<string, string[]>> = {
  administrator: ['*'],
  manager: [
    ...all('site').filter((name) => !/create|delete/.test(name)),
    ...plantWork.flatMap(all),
    ...['item-movement.viewAny', 'item-movement.view', 'item-movement.create', 'cleaning-round.done'],
    ...all('maintenance-plan'),
    ...all('meter'),
    ...['viewAny', 'view', 'create', 'void'].map((one) => `meter-reading.${one}`),
    'labour-entry.manage',
    ...all('work-request').filter((name) => !/create/.test(name)),
    'work-request.decide',
    ...['attachment.create', 'attachment.update', 'attachment.delete'],
    ...['comment.create', 'comment.delete'],
    ...['plan-occurrence.viewAny', 'plan-occurrence.view'],
    ...['maintenance-plan.generate', 'plan-occurrence.update'],
    ...['maintenance-step.viewAny', 'maintenance-step.view', 'maintenance-step.update'],
    ...all('user').filter((name) => name !== 'user.delete'),
    ...['activity.viewAny', 'activity.view'],
    ...['failure-code.viewAny', 'failure-code.view'],
    ...['equipment-class.viewAny', 'equipment-class.view'],
    ...all('webhook'),
    ...['webhook-delivery.viewAny', 'webhook-delivery.view', 'webhook-delivery.redeliver'],
  ],
  technician: [
    ...look,
    ...['maintenance', 'incident', 'cleaning', 'downtime', 'labour-entry'].flatMap((one) => [
      `${one}.create`,
      `${one}.update`,
    ]),
    ...['item-movement.create', 'cleaning-round.done', 'meter-reading.create'],
    ...['attachment.create', 'comment.create'],
    'maintenance-step.update',
  ],
  viewer: look,
};

const expectedUsers = [
  {
    email: 'admin@demo.test',
    starts: 'Headquarters',
    roles: ['Headquarters administrator', 'Plant North administrator', 'Plant South administrator'],
  },
  {
    email: 'manager@demo.test',
    starts: 'Plant North',
    roles: ['Plant North manager', 'Plant South manager'],
  },
  { email: 'secure@demo.test', starts: 'Plant North', roles: ['Plant North manager'] },
  { email: 'technician@demo.test', starts: 'Plant North', roles: ['Plant North technician'] },
  { email: 'viewer@demo.test', starts: 'Plant South', roles: ['Plant South viewer'] },
];

describe('seeding the demo', () => {
  const databases: TestDatabase[] = [];
  const create = async (content: 'empty' | 'demo'): Promise<TestDatabase> => {
    const database = await createTestDatabase(content);
    databases.push(database);
    return database;
  };

  after(async () => {
    for (const database of databases) await database.drop();
  });

  anywhere.it('gives the same rows, ids included, at any hour of a day', async () => {
    const [first, second] = [await create('empty'), await create('empty')];
    await seedDatabase(first.knex, first.config, new Date('2026-03-29T00:00:00Z'));
    await seedDatabase(second.knex, second.config, new Date('2026-03-29T23:59:59.999Z'));
    // Sealing draws a nonce: the same secret never looks the same.
    const summary = await summarize(first.knex, ['two_factor_secret', 'sealed_secret']);
    expect(await summarize(second.knex, ['two_factor_secret', 'sealed_secret'])).to.deep.equal(summary);
    expect(Object.values(summary).filter((each) => each.startsWith('0 '))).to.deep.equal([]);
    const [hash] = await first.knex('users').pluck('password_hash');
    expect(await bcrypt.compare(demoPassword, hash)).to.equal(true);
  });

  anywhere.it('moves with the day', async () => {
    const database = await create('empty');
    await seedDatabase(database.knex, database.config, new Date('2026-03-30T12:00:00Z'));
    const last = await database.knex('cleanings').max({ at: 'cleaned_at' }).first();
    // A Monday: no one worked the day before, and few on the Saturday.
    expect(last?.at).to.match(/^2026-03-2[78] /);
  });

  it('changes nothing when run a second time, also for a deleted demo user', async () => {
    const { knex, config } = await create('demo');
    await knex('users').where({ email: 'viewer@demo.test' }).update({ live: null });
    const before = await summarize(knex);
    await seedDatabase(knex, config);
    expect(await summarize(knex)).to.deep.equal(before);
  });

  it('seeds once where two nodes start at the same moment', async () => {
    const { knex, url } = await create('empty');
    const seed = () => runEntry(['commands/seed/seed.ts'], { env: { DATABASE_URL: url } });
    const nodes = await Promise.all([seed(), seed()]);
    expect(nodes.map(({ code, stderr }) => [code, stderr])).to.deep.equal([
      [0, ''],
      [0, ''],
    ]);
    const demo = await create('demo');
    const count = (one: Knex) => one('materials').count({ count: '*' }).first();
    expect(await count(knex)).to.deep.equal(await count(demo.knex));
  });

  it('refuses a database that has other data, in one sentence, and leaves it alone', async () => {
    const { knex, url } = await create('empty');
    const now = '2026-01-01 00:00:00.000';
    await knex('companies').insert({
      name: 'Own work',
      name_key: 'own work',
      search_text: 'own work',
      created_at: now,
      updated_at: now,
    });
    const { code, stderr, stdout } = await runEntry(['commands/seed/seed.ts'], {
      env: { DATABASE_URL: url },
    });
    expect([code, stdout]).to.deep.equal([1, '']);
    expect(stderr).to.match(/^The database already holds data \(in companies\)[^\n]+\.\n$/);
    expect(await knex('companies').pluck('name')).to.deep.equal(['Own work']);
    expect(await knex('users').pluck('email')).to.deep.equal([]);
  });

  it('makes the documented sites, users and roles, and no others', async () => {
    const { knex } = await create('demo');
    const sites = await knex('sites').orderBy('id').select('name', 'is_headquarters', 'headquarters_slot');
    expect(
      sites.map((site) => [site.name, Number(site.is_headquarters), site.headquarters_slot]),
    ).to.deep.equal([
      ['Headquarters', 1, 1],
      ['Plant North', 0, null],
      ['Plant South', 0, null],
    ]);
    const permissions = await knex('role_permissions')
      .join('roles', 'roles.id', 'role_permissions.role_id')
      .select('name', 'permission');
    const byRole = (name: string) =>
      permissions.flatMap((row) => (row.name === name ? [row.permission] : [])).sort();
    expect(await knex('roles').orderBy('id').pluck('name')).to.deep.equal(Object.keys(expectedRoles));
    for (const [name, expected] of Object.entries(expectedRoles)) {
      expect(byRole(name), name).to.deep.equal(expected.toSorted());
    }
    expect(await readUsers(knex)).to.deep.equal(expectedUsers);
  });
});

async function readUsers(knex: Knex): Promise<typeof expectedUsers> {
  const users = await knex('users')
    .join('sites', 'sites.id', 'users.current_site_id')
    .orderBy('users.email')
    .select('users.id', 'users.email', 'sites.name');
  const grants = await knex('memberships')
    .join('sites', 'sites.id', 'memberships.site_id')
    .join('membership_roles', 'membership_roles.membership_id', 'memberships.id')
    .join('roles', 'roles.id', 'membership_roles.role_id')
    .select('memberships.user_id', 'sites.name as site', 'roles.name as role');
  return users.map(({ id, email, name }) => ({
    email,
    starts: name,
    roles: grants.flatMap(({ user_id, site, role }) => (user_id === id ? [`${site} ${role}`] : [])).sort(),
  }));
}

anywhere.describe('signing in to the demo', () => {
  let service: SignInService;
  let database: TestDatabase;

  before(async () => {
    database = await createTestDatabase('demo');
    service = await startSignIn({ database });
  });
  after(async () => {
    await service.stop();
    await database.drop();
  });

  for (const { email } of expectedUsers.filter((user) => user.email !== 'secure@demo.test')) {
    it(`lets ${email} in with the password`, async () => {
      const answer = await service.client().login(email);
      expect([answer.status, answer.body]).to.deep.equal([200, { two_factor: false }]);
    });
  }

  for (const number of [1, 8]) {
    it(`lets secure@demo.test in with the recovery code demo${number}-aaaaa`, async () => {
      await challenge({ recovery_code: `demo${number}-aaaaa` });
    });
  }

  it('lets secure@demo.test in with a code of the secret', async () => {
    await challenge({ code: await generate({ secret: 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP' }) });
  });

  async function challenge(answer: Readonly<Record<string, string>>): Promise<void> {
    const client = service.client();
    expect((await client.login('secure@demo.test')).body).to.deep.equal({ two_factor: true });
    expect((await client.post('/auth/two-factor-challenge', answer)).status).to.equal(204);
    expect((await client.get('/user')).body.data.username).to.equal('secure');
  }
});
