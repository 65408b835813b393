import { expect } from 'chai';
import type { FieldMetadata } from '../../../../engine/features/metadata/metadata-schema.ts';
import type { ResourceMetadata } from '../../../../engine/features/metadata/resource-schema.ts';
import type { Client } from '../../../harness/client.ts';
import { serveDemo } from '../../../harness/service.ts';

/** What this file reads of a resource's description. */
interface Described {
  readonly scope: string;
  readonly name: string;
  readonly url: string;
  readonly labels: { readonly one: string; readonly many: string };
  readonly operations: readonly string[];
  readonly fields: readonly FieldMetadata[];
  readonly filters: readonly {
    readonly name: string;
    readonly label: string;
    readonly type: string;
    readonly nullable: boolean;
    readonly operators: readonly string[];
    readonly values?: readonly { readonly value: string }[];
    readonly reference?: { readonly options_url: string | null };
  }[];
  readonly search: boolean;
  readonly sort: { readonly fields: readonly { readonly name: string }[]; readonly default: string };
  readonly counts: readonly string[];
  readonly sums: readonly string[];
  readonly actions: ResourceMetadata['actions'];
}

const permissions = { list: 'viewAny', view: 'view', create: 'create', update: 'update', delete: 'delete' };

describe('GET /resources', () => {
  const { service } = serveDemo([]);

  const describedTo = async (client: Client): Promise<Described[]> => {
    const { status, body } = await client.get('/resources');
    expect(status).to.equal(200);
    return body.data;
  };
  /** The address as a client asks for it: an answer names it in full. */
  const path = (url: string) => url.slice(url.indexOf('/api/'));

  it('is for people who are signed in, and takes no parameter', async () => {
    expect(await service.client().get('/resources')).to.include({ status: 401 });
    const client = await service.signedIn('viewer@demo.test');
    expect(await client.get('/resources?fields=name')).to.include({ status: 422 });
  });

  it('tells beside what a field holds a value, and beside what it must', async () => {
    const all = await describedTo(await service.signedIn('manager@demo.test'));
    const field = (resource: string, name: string) =>
      all.find((one) => one.name === resource)?.fields.find((one) => one.name === name);
    expect(field('item-movement', 'maintenance_id')?.only).to.deep.equal({ type: ['exit'] });
    expect(field('maintenance', 'company_ids')?.required_with).to.deep.equal({
      status: ['in_progress', 'completed'],
      realization: ['external', 'both'],
    });
    expect(field('material', 'cleaning_unit')?.required_with).to.deep.equal({ cleaning_every: 'any' });
    expect(field('material', 'name')).not.to.have.any.keys('only', 'required_with');
  });

  for (const who of ['admin', 'manager', 'technician', 'viewer']) {
    it(`tells ${who} of what their permissions allow, and of nothing else`, async () => {
      const client = await service.signedIn(`${who}@demo.test`);
      // No permission is asked for what is one's own.
      // Nor for what hangs on rows: the rows say who may add to them.
      const granted = (await describedTo(client)).filter(
        ({ scope, name }) => scope !== 'own' && !['attachment', 'comment'].includes(name),
      );
      const told = granted.flatMap(({ name, operations }) =>
        operations.map((one) => `${name}.${permissions[one as keyof typeof permissions]}`),
      );
      const { body } = await client.get('/user');
      // Those of own actions stand with the actions.
      const own = [
        ...['attachment.create', 'attachment.update', 'attachment.delete'],
        ...['comment.create', 'comment.delete'],
        ...['maintenance-plan.generate', 'plan-occurrence.update', 'cleaning-round.done'],
        ...['webhook-delivery.redeliver', 'labour-entry.manage', 'meter-reading.void', 'work-request.decide'],
      ];
      const ofOperations = body.data.permissions.filter((one: string) => !own.includes(one));
      expect(told).to.have.members(ofOperations).and.to.have.length.above(10);
    });
  }

  it('tells of own actions what they take, what a form for them begins with, and what they answer', async () => {
    const told = await describedTo(await service.signedIn('manager@demo.test'));
    const action = (resource: string, name: string) =>
      told.find((one) => one.name === resource)?.actions.find((one) => one.name === name);
    const done = action('cleaning-round', 'done');
    expect(done?.with).to.deep.equal({ material_ids: 'due_material_ids' });
    expect(done?.answer?.map(({ name, type, reference }) => [name, type, reference?.resource])).to.deep.equal(
      [
        ['cleaning_ids', 'references', 'cleanings'],
        ['due_material_ids', 'references', 'materials'],
      ],
    );
    expect(done?.fields[0]?.type).to.equal('references');
    expect(done?.fields[0]?.reference).to.include({ resource: 'materials', display: 'name' });
    expect(done?.fields[0]?.reference?.options_url).to.match(/\/api\/v1\/materials$/);
    expect(action('maintenance', 'duplicate')).not.to.have.any.keys('with', 'answer');
  });

  it('changes with the site', async () => {
    const client = await service.signedIn('admin@demo.test');
    const names = async () => (await describedTo(client)).map(({ name }) => name);
    expect(await names()).to.include('company');
    const { sites } = (await client.get('/user')).body.data;
    await client.patch('/user/site', { site_id: sites[1].id });
    expect(await names())
      .to.include('material')
      .and.not.to.include('company');
    await client.patch('/user/site', { site_id: sites[0].id });
  });

  it('speaks the language of the user', async () => {
    const client = await service.signedIn('manager@demo.test');
    const words = async () => {
      const material = (await describedTo(client)).find(({ name }) => name === 'material');
      const field = (name: string) => material?.fields.find((one) => one.name === name);
      return [
        material?.labels.many,
        field('zone_id')?.label,
        field('serial_number')?.label,
        field('created_at')?.label,
        field('status')
          ?.values?.map(({ label }) => label)
          .join(', '),
        material?.filters.find(({ name }) => name === 'item_id')?.label,
      ];
    };
    expect(await words()).to.deep.equal([
      ...['Materials', 'Zone', 'Serial number', 'Created'],
      ...['Operational, Degraded, Standby, Down, Decommissioned', 'Item'],
    ]);
    await client.patch('/user/locale', { locale: 'fr' });
    expect(await words()).to.deep.equal([
      ...['Équipements', 'Zone', 'Numéro de série', 'Date de création'],
      ...['Opérationnel, Dégradé, En attente, En panne, Réformé', 'Article'],
    ]);
    await client.patch('/user/locale', { locale: 'en' });
  });

  it('describes a field as a form needs it', async () => {
    const client = await service.signedIn('technician@demo.test');
    const maintenance = (await describedTo(client)).find(({ name }) => name === 'maintenance');
    const field = (name: string) => maintenance?.fields.find((one) => one.name === name);
    expect(field('material_id')).to.deep.include({
      type: 'reference',
      required: true,
      fixed: true,
    });
    expect(field('material_id')).to.not.have.property('nullable');
    expect(field('material_id')?.reference).to.deep.include({
      resource: 'materials',
      embed: 'material',
      fields: ['id', 'name', 'zone'],
      options_url: `${service.url}/api/v1/maintenances/options/material_id`,
    });
    const { options_parameters: none } = field('material_id')?.reference ?? {};
    expect(none).to.deep.equal([]);
    const all = await describedTo(await service.signedIn('manager@demo.test'));
    const incident = all.find(({ name }) => name === 'incident');
    const repair = incident?.fields.find(({ name }) => name === 'maintenance_id')?.reference;
    expect(repair?.options_parameters).to.deep.equal(['material_id']);
    const memberships = all
      .find(({ name }) => name === 'user')
      ?.fields.find(({ name }) => name === 'memberships');
    expect(memberships).to.not.have.any.keys('choices', 'schema');
    expect(memberships?.parts?.map(({ name }) => name)).to.deep.equal(['site_id', 'role_ids']);
    expect(memberships?.parts?.[1]?.reference).to.deep.include({
      resource: 'roles',
      display: 'name',
      options_url: `${service.url}/api/v1/users/options/memberships.role_ids`,
      options_fields: ['id', 'name'],
      options_parameters: ['site_id'],
    });
    expect(field('name')).to.deep.include({ required: true, limits: { min_length: 1, max_length: 255 } });
    expect(field('status'))
      .to.deep.include({ type: 'enum', default: 'planned' })
      .and.not.have.property('required');
    expect(field('parts_cost')).to.deep.include({
      type: 'decimal',
      read_only: true,
      limits: { decimals: 2 },
    });
    expect(field('resolved_at')).to.deep.include({ type: 'datetime', nullable: true });
  });

  it('is enough to create a row of everything', async () => {
    const client = await service.signedIn('admin@demo.test');
    // At a plant for what a plant has; a form of another page for what the headquarters alone may write.
    const { sites } = (await client.get('/user')).body.data;
    const created: string[] = [];
    for (const site of [sites[1], sites[0]]) {
      await client.patch('/user/site', { site_id: site.id });
      for (const resource of await describedTo(client)) {
        if (!resource.operations.includes('create') || created.includes(resource.name)) continue;
        const body: Record<string, unknown> = {};
        // A round is of a zone or of materials: which of them, a form asks.
        // Of a password and an invitation, too; and of minutes and times.
        const chosen =
          {
            'cleaning-round': ['zone_id'],
            user: ['password'],
            'labour-entry': ['trade_id', 'minutes'],
            'request-point': ['zone_id'],
            'maintenance-plan': ['frequency'],
          }[resource.name] ?? [];
        for (const field of resource.fields.filter(
          ({ required, name }) => required || chosen.includes(name),
        )) {
          body[field.name] = await fillIn(client, field);
        }
        const reply = await client.post(path(resource.url), body);
        expect(reply.status, `${resource.name} ${JSON.stringify(body)} ${reply.text}`).to.equal(201);
        created.push(resource.name);
      }
    }
    expect(created).to.have.length.above(8).and.to.include.members(['company', 'item-movement', 'role']);
  });

  async function fillIn(
    client: Client,
    { name, type, limits = {}, values, reference, options_url, parts }: FieldMetadata,
  ): Promise<unknown> {
    if (parts && limits.max_items) {
      const entry: Record<string, unknown> = {};
      for (const part of parts.filter(({ required }) => required))
        entry[part.name] = await fillIn(client, part);
      return [entry];
    }
    if (options_url) {
      const { body } = await client.get(`${path(options_url)}?per_page=1`);
      return [body.data[0].value];
    }
    if (reference) {
      const { body } = await client.get(`${path(reference.options_url ?? '')}?per_page=1`);
      return type === 'references' ? [] : body.data[0].id;
    }
    if (values) return type === 'words' ? [values[0]?.value] : values[0]?.value;
    if (type === 'integer' || type === 'decimal') return Math.max(Number(limits.minimum), 1);
    if (type === 'date') return '2031-02-03';
    if (type === 'time') return '12:34';
    if (type !== 'text') throw new Error(`This form has no ${type}.`);
    if (limits.format === 'email') return 'somebody@example.com';
    if (limits.format === 'timezone') return 'Europe/Paris';
    if (limits.format === 'password') return 'Chosen in a form';
    // What its help says.
    if (name === 'url') return 'https://erp.example/mill';
    return 'Filled in by a form'.slice(0, Number(limits.max_length));
  }

  it('is enough to filter, sort, search and count every list', async () => {
    const client = await service.signedIn('admin@demo.test');
    let asked = 0;
    for (const { url, filters, sort, search, counts, sums, fields } of await describedTo(client)) {
      const list = path(url);
      const queries = [
        ...sort.fields.map(({ name }) => `?sort=-${name}`),
        `?sort=${sort.default}`,
        ...(search ? ['?search=a'] : []),
        ...counts.map((by) => {
          const isDate = filters.some(({ name, type }) => name === by && type.startsWith('date'));
          return `/counts?by=${by}${isDate ? '.month' : ''}`;
        }),
        ...(sums.length > 0 ? [`/counts?sum=${sums}`] : []),
        ...filters.flatMap(({ name, type, operators, values, nullable }) => [
          ...operators.map(
            (one) =>
              `?${name}${one === 'any' ? '' : `[${one}]`}=${one === 'null' ? 'false' : sample(type, values)}`,
          ),
          ...(nullable ? [`?${name}=null`] : []),
        ]),
        ...filters.flatMap(({ name, reference }) => {
          if (reference) expect(reference.options_url).to.equal(`${url}/options/filter.${name}`);
          return reference ? [`/options/filter.${name}`] : [];
        }),
        `?fields=${fields.filter((one) => !one.write_only && !one.view_only).map(({ name }) => name)}`,
      ];
      for (const query of queries) {
        const reply = await client.get(`${list}${query}`);
        expect(reply.status, `${list}${query} ${reply.text}`).to.equal(200);
        asked += 1;
      }
    }
    expect(asked).to.be.above(300);
  });

  function sample(type: string, values: Described['filters'][number]['values']): string {
    if (values) return values.map(({ value }) => value).join();
    if (type === 'boolean') return 'true';
    if (type === 'datetime') return '2026-01-31T08:00:00Z';
    if (type === 'date') return '2026-01-31';
    return type === 'text' ? 'a' : '1';
  }
});
