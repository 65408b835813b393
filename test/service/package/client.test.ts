/** The typed client as a script uses it: against a running service, with nothing but its own calls. */
import { expect } from 'chai';
import { createMillwrightClient, type MillwrightClient } from '../../../package/client/index.ts';
import { serveDemo } from '../../harness/service.ts';

interface Sent {
  readonly method: string;
  readonly path: string;
  readonly status: number;
}

/** What becomes of a request on its way: by default nothing. */
type Way = (request: Request) => Request;

describe('the typed client', () => {
  const { service } = serveDemo([]);

  const create = (way: Way = (request) => request): { api: MillwrightClient; sent: Sent[] } => {
    const sent: Sent[] = [];
    const api = createMillwrightClient({
      baseUrl: service.url,
      fetch: async (request) => {
        const response = await fetch(way(request));
        sent.push({
          method: request.method,
          path: new URL(request.url).pathname,
          status: response.status,
        });
        return response;
      },
    });
    return { api, sent };
  };
  const signedIn = async (email: string, way?: Way) => {
    const { api, sent } = create(way);
    const { data, error } = await api.POST('/api/v1/auth/login', { body: { email, password: 'password' } });
    expect(error).to.equal(undefined);
    expect(data?.two_factor).to.equal(false);
    return { api, sent };
  };

  it('fetches the token by itself, signs in and out', async () => {
    const { api, sent } = await signedIn('manager@demo.test');
    const { data } = await api.GET('/api/v1/user');
    expect(data?.data.email).to.equal('manager@demo.test');
    const { response } = await api.POST('/api/v1/auth/logout');
    expect(response.status).to.equal(204);
    const { error } = await api.GET('/api/v1/user');
    expect(error?.code).to.equal('unauthenticated');
    expect(sent.map(({ method, path, status }) => `${method} ${path} ${status}`)).to.deep.equal([
      'GET /spa/csrf-cookie 204',
      'POST /api/v1/auth/login 200',
      'GET /api/v1/user 200',
      'POST /api/v1/auth/logout 204',
      'GET /api/v1/user 401',
    ]);
  });

  it('lists, creates, changes and deletes', async () => {
    const { api } = await signedIn('manager@demo.test');
    const listed = await api.GET('/api/v1/materials', {
      params: {
        query: {
          status: ['down', 'degraded'],
          sort: ['-criticality', 'name'],
          created_at: { gte: '2000-01-01T00:00:00Z', lt: '2900-01-01T00:00:00Z' },
        },
      },
    });
    expect(listed.data?.meta.total).to.be.above(0);
    expect([...new Set(listed.data?.data.map(({ status }) => status))].toSorted()).to.deep.equal([
      'degraded',
      'down',
    ]);

    const made = await api.POST('/api/v1/zones', { body: { name: 'Paint shop' } });
    expect(made.response.status).to.equal(201);
    const version = made.response.headers.get('ETag') ?? '';
    const row = { path: { id: made.data?.data.id ?? 0 } };
    const changed = await api.PATCH('/api/v1/zones/{id}', {
      params: { ...row, header: { 'If-Match': version } },
      body: { description: 'Booths 1 to 3' },
    });
    expect(changed.data?.data.description).to.equal('Booths 1 to 3');
    const stale = await api.PATCH('/api/v1/zones/{id}', {
      params: { ...row, header: { 'If-Match': version } },
      body: { description: 'Booths 1 to 4' },
    });
    expect(stale.error?.code).to.equal('stale');
    const removed = await api.DELETE('/api/v1/zones/{id}', { params: row });
    expect(removed.response.status).to.equal(204);
    const gone = await api.GET('/api/v1/zones/{id}', { params: row });
    expect(gone.error?.code).to.equal('not_found');
  });

  it('reads the keys that are asked for', async () => {
    const { api } = await signedIn('manager@demo.test');
    const { data } = await api.GET('/api/v1/materials', { params: { query: { fields: ['id', 'zone'] } } });
    const [row] = data?.data ?? [];
    expect(Object.keys(row ?? {})).to.deep.equal(['id', 'zone']);
    expect(row?.zone.name).to.be.a('string');
    const one = await api.GET('/api/v1/materials/{id}', {
      params: { path: { id: row?.id ?? 0 }, query: { fields: ['status'] } },
    });
    expect(Object.keys(one.data?.data ?? {})).to.deep.equal(['status']);
  });

  it('reads what may be done with rows where it asks for it, and changes them by their tag', async () => {
    const { api } = await signedIn('manager@demo.test');
    const listed = await api.GET('/api/v1/zones', {
      params: { query: { fields: ['id', 'name'], with: ['can', 'etag'], sort: ['name'], per_page: 1 } },
    });
    const [row] = listed.data?.data ?? [];
    expect(Object.keys(row ?? {})).to.deep.equal(['id', 'name', 'can', 'etag']);
    expect(row?.can.update).to.equal(true);
    const path = { id: row?.id ?? 0 };
    const changed = await api.PATCH('/api/v1/zones/{id}', {
      params: { path, header: { 'If-Match': row?.etag ?? '' } },
      body: { description: 'As listed' },
    });
    expect([changed.response.status, changed.data?.data.description]).to.deep.equal([200, 'As listed']);
    const query = { with: ['can'] } as const;
    const viewed = await api.GET('/api/v1/zones/{id}', { params: { path, query } });
    expect(viewed.data?.data.can.actions).to.deep.equal([]);
    expect(viewed.data?.data).to.not.have.property('etag');
    expect(changed.data?.data).to.not.have.any.keys('can', 'etag');
  });

  it('reads what the rows are called that filters name, where it asks for it', async () => {
    const { api } = await signedIn('manager@demo.test');
    const [zone] = (await api.GET('/api/v1/zones', { params: { query: { per_page: 1 } } })).data?.data ?? [];
    const listed = await api.GET('/api/v1/materials', {
      params: { query: { zone_id: [zone?.id ?? 0], with: ['filters'], fields: ['id'] } },
    });
    const [named] = listed.data?.filters.zone_id ?? [];
    expect(named).to.deep.equal({ id: zone?.id, name: zone?.name });
    const plain = await api.GET('/api/v1/materials', { params: { query: { fields: ['id'] } } });
    expect(plain.data).to.not.have.property('filters');
    // @ts-expect-error What was not asked for is not there.
    expect(plain.data?.filters).to.equal(undefined);
  });

  it('reads what can be chosen, and what is told of the resources', async () => {
    const { api } = await signedIn('technician@demo.test');
    const search = { params: { query: { search: 'ada', per_page: 5 } } };
    const field = await api.GET('/api/v1/maintenances/options/operator_ids', search);
    const filter = await api.GET('/api/v1/maintenances/options/filter.operator_id');
    expect(field.error).to.equal(undefined);
    expect(filter.data?.data[0]?.full_name).to.be.a('string');
    const { data } = await api.GET('/api/v1/resources');
    const maintenance = data?.data.find(({ path }) => path === 'maintenances');
    const told = maintenance?.filters.find(({ name }) => name === 'operator_id')?.reference;
    expect(told?.options_url).to.equal(`${service.url}/api/v1/maintenances/options/filter.operator_id`);
  });

  it('counts by one thing, by two, and in all, with sums', async () => {
    const { api } = await signedIn('manager@demo.test');
    const path = '/api/v1/maintenances/counts';
    const all = await api.GET(path, { params: { query: { sum: ['parts_cost'] } } });
    const [total] = all.data?.data ?? [];
    const one = await api.GET(path, { params: { query: { by: ['status'], sum: ['parts_cost'] } } });
    const states = one.data?.data ?? [];
    expect(states.map(({ label }) => label)).to.include('Completed');
    expect(states.reduce((sum, { count }) => sum + count, 0)).to.equal(total?.count);
    const cents = states.reduce((sum, { sums }) => sum + Math.round((sums?.parts_cost ?? 0) * 100), 0);
    expect(cents).to.equal(Math.round((total?.sums?.parts_cost ?? 0) * 100));
    const two = await api.GET(path, { params: { query: { by: ['created_at.month', 'status'] } } });
    expect(two.data?.data[0]?.labels).to.have.lengthOf(2);
  });

  it('makes rows that refer to each other in one request', async () => {
    const { api } = await signedIn('manager@demo.test');
    const { data, error } = await api.POST('/api/v1/batch', {
      body: {
        operations: [
          { method: 'POST', path: '/zones', body: { name: 'Yard' } },
          { method: 'POST', path: '/zones', body: { name: 'Shed', parent_id: '$0' } },
        ],
      },
    });
    expect(error).to.equal(undefined);
    expect(data?.data.map(({ status }) => status)).to.deep.equal([201, 201]);
  });

  it('gives the errors of each field', async () => {
    const { api } = await signedIn('manager@demo.test');
    const { data, error } = await api.POST('/api/v1/zones', { body: { name: '', parent_id: 999_999 } });
    expect(data).to.equal(undefined);
    expect(error?.code).to.equal('validation_failed');
    expect(Object.keys(error?.errors ?? {})).to.have.members(['name', 'parent_id']);
  });

  it('reads a list as CSV', async () => {
    const { api } = await signedIn('manager@demo.test');
    const { data, response } = await api.GET('/api/v1/zones', {
      parseAs: 'text',
      headers: { Accept: 'text/csv' },
    });
    expect(response.headers.get('Content-Type')).to.equal('text/csv; charset=utf-8');
    expect(data?.split('\r\n').length).to.be.above(5);
  });

  it('reads a list as CSV by a parameter, and what the service is without a session', async () => {
    const { api } = await signedIn('manager@demo.test');
    const query = { format: 'csv', fields: ['name'] } as const;
    const listed = await api.GET('/api/v1/zones', { parseAs: 'text', params: { query } });
    expect(listed.data?.split('\r\n')[0]).to.contain('Name');
    const { data } = await create().api.GET('/api/v1/service');
    expect(data?.data.locales).to.deep.equal(['en', 'fr']);
  });

  it('fetches a new token and tries again, once, where the old one does not count', async () => {
    let refused = 0;
    const spoilOne: Way = (request) => {
      if (!request.url.endsWith('/user/locale') || refused > 0) return request;
      refused += 1;
      request.headers.set('X-XSRF-TOKEN', 'of another session');
      return request;
    };
    const { api, sent } = await signedIn('viewer@demo.test', spoilOne);
    const before = sent.length;
    const { data } = await api.PATCH('/api/v1/user/locale', { body: { locale: 'fr' } });
    expect(data?.data.locale).to.equal('fr');
    expect(sent.slice(before).map(({ path, status }) => [path, status])).to.deep.equal([
      ['/api/v1/user/locale', 419],
      ['/spa/csrf-cookie', 204],
      ['/api/v1/user/locale', 200],
    ]);
  });

  it('gives up after the second time', async () => {
    const spoil: Way = (request) => {
      if (request.method === 'PATCH') request.headers.set('X-XSRF-TOKEN', 'of another session');
      return request;
    };
    const { api, sent } = await signedIn('viewer@demo.test', spoil);
    const { error, response } = await api.PATCH('/api/v1/user/locale', { body: { locale: 'en' } });
    expect([response.status, error?.code]).to.deep.equal([419, 'csrf_mismatch']);
    expect(sent.filter(({ method }) => method === 'PATCH')).to.have.lengthOf(2);
  });

  it('fetches one token for requests that start together', async () => {
    const { api, sent } = create();
    const body = { email: 'nobody@demo.test', password: 'password' };
    const answers = await Promise.all([1, 2, 3].map(() => api.POST('/api/v1/auth/login', { body })));
    expect(answers.map(({ error }) => error?.code)).to.deep.equal(Array(3).fill('validation_failed'));
    expect(sent.filter(({ path }) => path === '/spa/csrf-cookie')).to.have.lengthOf(1);
  });
});
