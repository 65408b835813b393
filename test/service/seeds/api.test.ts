/** The demo as a client meets it: every role sees what it may, and every row could be saved again as it stands. */
import { expect } from 'chai';
import { serveDemo } from '../../harness/service.ts';

/** The fields of each resource that a form sends back. */
const forms: Readonly<Record<string, readonly string[]>> = {
  zones: ['name', 'description', 'parent_id', 'allow_material'],
  materials: [
    ...['name', 'zone_id', 'description', 'status', 'criticality', 'manufacturer', 'model', 'code'],
    'serial_number',
    ...['in_service_date', 'warranty_until', 'purchase_price', 'cleaning_every', 'cleaning_unit'],
  ],
  maintenances: [
    ...['name', 'material_id', 'description', 'reason', 'type', 'realization', 'status', 'priority'],
    ...['scheduled_at', 'due_at', 'estimated_minutes', 'started_at', 'resolved_at'],
    ...['operator_ids', 'company_ids'],
  ],
  incidents: [
    ...['name', 'material_id', 'maintenance_id', 'description', 'severity', 'status'],
    ...['started_at', 'resolved_at'],
  ],
  cleanings: ['name', 'material_id', 'type', 'description', 'cleaned_at'],
  items: [
    ...['name', 'reference', 'description', 'unit', 'company_id', 'company_reference', 'current_price'],
    ...['warning_stock', 'critical_stock', 'material_ids'],
  ],
  'working-hours': ['weekday', 'from', 'until'],
  closures: ['day', 'name'],
  'cleaning-rounds': [
    ...['name', 'zone_id', 'material_ids', 'type', 'active', 'starts_on', 'due_time', 'frequency', 'every'],
    'weekdays',
  ],
  'maintenance-plans': [
    ...['name', 'material_id', 'active', 'schedule', 'starts_on', 'due_time', 'frequency', 'every'],
    ...['weekdays', 'month_day', 'nth', 'nth_weekday', 'ends_on', 'max_occurrences', 'on_closed_day'],
    ...['season_from', 'season_until', 'lead_days', 'tolerance_days', 'when_open', 'catch_up', 'type'],
    ...['priority', 'realization', 'operator_ids', 'company_ids', 'description', 'estimated_minutes'],
  ],
};

/** The same for what the headquarters alone may change. */
const centralForms: Readonly<Record<string, readonly string[]>> = {
  companies: ['name', 'types', 'description', 'email', 'phone', 'address'],
  roles: ['name', 'description', 'permissions'],
  sites: [
    ...['name', 'timezone', 'email', 'office_phone', 'cell_phone', 'address', 'zip_code', 'city', 'country'],
    'is_headquarters',
  ],
  users: ['username', 'email', 'first_name', 'last_name', 'locale', 'office_phone', 'cell_phone'],
};

const sites = ['Headquarters', 'Plant North', 'Plant South'];

describe('the demo through the API', () => {
  const { service, admin } = serveDemo(['admin']);
  let siteIds: ReadonlyMap<string, number>;

  before(async () => {
    const { data }: { data: { id: number; name: string }[] } = (await admin.get('/sites')).body;
    siteIds = new Map(data.map(({ id, name }) => [name, id]));
  });

  for (const site of sites) {
    for (const [path, fields] of Object.entries(forms)) {
      it(`takes ${path} of ${site} back as they are, and finds nothing changed`, () =>
        saveAgain(site, path, fields));
    }
  }
  for (const [path, fields] of Object.entries(centralForms)) {
    it(`takes ${path} back as they are, and finds nothing changed`, () =>
      saveAgain('Headquarters', path, fields));
  }

  async function saveAgain(site: string, path: string, fields: readonly string[]): Promise<void> {
    const site_id = siteIds.get(site);
    expect((await admin.patch('/user/site', { site_id })).status).to.equal(200);
    const own = path in forms ? `&site_id=${site_id}` : '';
    const list = await admin.get(`/${path}?per_page=60${own}`);
    expect(list.status, list.text).to.equal(200);
    expect(list.body.data.length).to.be.greaterThan(0);
    for (const row of list.body.data) {
      const body = Object.fromEntries(fields.map((field) => [field, row[field]]));
      expect(Object.values(body)).not.to.include(undefined);
      const saved = await admin.patch(`/${path}/${row.id}`, body);
      expect(saved.status, `${JSON.stringify(body)} ${saved.text}`).to.equal(200);
      expect(saved.body.data, `${path} ${row.id}`).to.deep.include(body);
      // What did not change is not written, and so keeps its date.
      expect(saved.body.data.updated_at, `${path} ${row.id}`).to.equal(row.updated_at);
    }
  }

  for (const user of ['manager', 'technician', 'viewer']) {
    it(`grants ${user} only permissions that exist, and all of those of the role`, async () => {
      const client = await service.signedIn(`${user}@demo.test`);
      const granted: string[] = await service.database
        .knex('role_permissions')
        .join('roles', 'roles.id', 'role_permissions.role_id')
        .where('roles.name', user)
        .pluck('permission');
      const { roles, permissions } = (await client.get('/user')).body.data;
      expect(roles).to.deep.equal([user]);
      expect(permissions).to.deep.equal(granted.sort());
    });
  }

  it('leaves the manager without just what the documentation names', async () => {
    await admin.patch('/user/site', { site_id: siteIds.get('Headquarters') });
    const all: string[] = (await admin.get('/user')).body.data.permissions;
    const manager = await service.signedIn('manager@demo.test');
    const held: string[] = (await manager.get('/user')).body.data.permissions;
    const without = all.filter((name) => !held.includes(name));
    expect(
      without.filter((name) => !/^(role|company|equipment-class|failure-code)\./.test(name)).sort(),
    ).to.deep.equal(['site.create', 'site.delete', 'user.delete']);
    expect(held.filter((name) => /^(role|company)\./.test(name))).to.deep.equal([]);
  });

  it('shows a plant the cost of its parts and the state of its stock', async () => {
    const manager = await service.signedIn('manager@demo.test');
    const costs = await manager.get('/maintenances?status=completed&per_page=100&fields=id,parts_cost');
    expect(costs.body.data.some(({ parts_cost }: { parts_cost: number }) => parts_cost > 0)).to.equal(true);
    const counts = await manager.get('/items/counts?by=stock_status');
    const values = counts.body.data.map(({ value }: { value: string }) => value);
    expect(values.sort()).to.deep.equal(['critical', 'empty', 'ok', 'warning']);
  });
});
