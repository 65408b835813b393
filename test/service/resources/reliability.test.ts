/** Reliability over HTTP, beside the worked example of its page: few statements, sites with their own clocks, how stops began. */
import { expect } from 'chai';
import { serveDemo } from '../../harness/service.ts';

type Figures = Readonly<Record<string, number | null>>;

describe('the reliability of materials', () => {
  const { service, admin, technician } = serveDemo(['admin', 'technician']);
  const told = async (query: string, client = admin): Promise<Figures[]> => {
    const { status, body, text } = await client.get(`/materials/reliability?${query}`);
    expect(status, text).to.equal(200);
    return body.data;
  };
  const make = async (path: string, body: Readonly<Record<string, unknown>>): Promise<number> => {
    const { status, body: answer, text } = await admin.post(path, body);
    expect(status, text).to.equal(201);
    return answer.data.id;
  };
  const spring = 'from=2026-02-01&until=2026-04-01';

  it('sends at most twelve statements for all materials of all sites, for any grouping', async () => {
    let statements: string[] = [];
    service.database.knex.on('query', ({ sql }: { sql: string }) => statements.push(sql));
    for (const by of ['id', 'zone_id', 'criticality', 'site_id', 'month', 'week', 'day']) {
      statements = [];
      await told(`${spring}&by=${by}`);
      expect(statements.length, `${by}\n${statements.join('\n')}`).to.be.within(6, 12);
    }
  });

  it('looks after other requests with each row that it reads, as other reports do', async () => {
    const { knex } = service.database;
    const count = async (table: string, where = {}) =>
      Number(
        (
          await knex(table)
            .where({ site_id: 2, ...where })
            .count({ n: '*' })
        )[0]?.n,
      );
    const [failures, stops] = [await count('incidents', { is_failure: 1 }), await count('downtimes')];
    const rows = {
      '/materials/reliability?by=month': failures + stops + (await count('materials')),
      '/materials/costs?by=month': await count('materials'),
      '/incidents/pareto?by=material_id': failures,
    };
    const { now } = performance;
    let asked = 0;
    try {
      performance.now = () => {
        asked += 1;
        return now.call(performance);
      };
      for (const [path, least] of Object.entries(rows)) {
        asked = 0;
        const { status, text } = await technician.get(`${path}&from=2024-01-01&until=2030-01-01`);
        expect(status, text).to.equal(200);
        expect(least).to.be.above(10);
        expect(asked, path).to.be.at.least(least);
      }
    } finally {
      performance.now = now;
    }
  });

  it('is the sum of its groups, each judged by the clocks of its own site', async () => {
    const [all = {}] = await told(spring);
    for (const by of ['id', 'zone_id', 'site_id', 'month', 'day']) {
      const rows = await told(`${spring}&by=${by}`);
      for (const figure of ['failures', 'restorations', 'down_periods'])
        expect(sum(rows, figure), `${figure} by ${by}`).to.equal(all[figure]);
      // Each row is rounded by itself.
      expect(sum(rows, 'required_hours')).to.be.closeTo(all.required_hours ?? 0, 0.0005 * rows.length);
    }
    const sites = await told(`${spring}&by=site_id`);
    expect(sites.map(({ until_at }) => until_at)).to.deep.equal(
      sites.map(({ value }) => ends[Number(value)]),
    );
    const [own = {}] = await told(spring, technician);
    expect(own).to.deep.equal({ ...sites.find(({ value }) => value === 2), value: null, label: own.label });
  });

  it('tells the length of a stop uncut, also of one that others had begun long before', async () => {
    const zone_id = await make('/zones', { name: 'Reliability hall' });
    const material_id = await make('/materials', {
      name: 'Long stop',
      zone_id,
      in_service_date: '2025-01-01',
    });
    for (const [started_at, ended_at] of [
      ['2026-01-02', '2026-01-20'],
      ['2026-01-20', '2026-01-25'],
      ['2026-01-10', '2026-02-03'],
      ['2025-06-01', '2025-06-02'],
    ])
      await make('/downtimes', {
        material_id,
        started_at: `${started_at}T00:00:00Z`,
        ended_at: `${ended_at}T00:00:00Z`,
      });
    const [row] = await told(`${spring}&zone_id=${zone_id}`);
    expect(row).to.include({
      materials: 1,
      down_periods: 1,
      mdt_hours: 32 * 24,
      failures: 0,
      mtbf_hours: null,
    });
  });

  it('counts in each month what lists of those days have', async () => {
    const { data } = (await technician.get('/reports')).body;
    const { behind } = data.find(({ name }: { name: string }) => name === 'reliability');
    expect(behind.periods).to.have.keys(
      ...['unplanned_down_hours', 'planned_down_hours', 'down_periods'],
      ...['failures', 'open_failures', 'restorations'],
    );
    expect(behind.periods.open_failures).to.include({
      within: 'started_at',
      until: 'resolved_at',
      still: true,
    });
    const differing = Object.entries<{ among?: true }>(behind.periods).filter(([, { among }]) => among);
    expect(differing.map(([figure]) => figure)).to.have.members([
      ...['unplanned_down_hours', 'planned_down_hours', 'down_periods', 'failures'],
    ]);
    const rows = await told('from=2026-01-01&until=2026-05-01&by=month', technician);
    const count = async (path: string, query: string) =>
      (await technician.get(`/${path}/counts?${query}`)).body.data[0]?.count ?? 0;
    // London: its clocks change within March.
    const starts = ['2026-01-01T00', '2026-02-01T00', '2026-03-01T00', '2026-03-31T23', '2026-04-30T23'];
    for (const [at, row] of rows.entries()) {
      const [from, until] = [`${starts[at]}:00:00Z`, `${starts[at + 1]}:00:00Z`];
      const last = new Date(Date.parse(until) - 1).toISOString();
      const failures = (asked: string) => count('incidents', `is_failure=true&${asked}`);
      expect(await failures(`started_at[lt]=${until}&resolved_at[open]=${last}`)).to.equal(row.open_failures);
      expect(await failures(`started_at[gte]=${from}&started_at[lt]=${until}`)).to.equal(row.failures);
      expect(await failures(`resolved_at[gte]=${from}&resolved_at[lt]=${until}`)).to.equal(row.restorations);
      const lasted = await count(
        'downtimes',
        `kind=unplanned&started_at[lt]=${until}&ended_at[open]=${from}`,
      );
      const over = await count('downtimes', `kind=unplanned&ended_at[lte]=${from}`);
      const yet = await count('downtimes', `kind=unplanned&started_at[gte]=${until}`);
      expect(lasted + over + yet).to.equal(await count('downtimes', 'kind=unplanned'));
    }
  });

  it('knows nothing of materials that there are none of, nor of days to come', async () => {
    const nothing = { required_hours: 0, availability: null, mtbf_low_hours: null, until_at: null };
    const [none] = await told(`${spring}&search=nothing%20is%20called%20so`);
    expect(none).to.include({ materials: 0, failures: 0, ...nothing });
    const [future] = await told('from=2999-01-01&until=2999-02-01');
    expect(future).to.include({ failures: 0, ...nothing });
  });

  it('refuses too many groups before it reads what their figures are made of', async () => {
    const { knex } = service.database;
    const one = await knex('materials').where({ site_id: 2 }).whereNull('serial_number').first();
    const { zone_id, site_id, status, criticality, created_at, updated_at, version } = one;
    const copies = Array.from({ length: 1001 }, (_, at) => {
      const named = {
        name: `Copy ${at}`,
        name_key: `copy ${at}`,
        search_text: `copy ${at}`,
        code: `copy-${at}`,
      };
      return { ...named, zone_id, site_id, status, criticality, created_at, updated_at, version };
    });
    for (let at = 0; at < copies.length; at += 50) await knex('materials').insert(copies.slice(at, at + 50));
    const statements: string[] = [];
    knex.on('query', ({ sql }: { sql: string }) => statements.push(sql));
    for (const report of ['reliability', 'costs']) {
      const path = `/materials/${report}?${spring}&search=Copy&by=id`;
      statements.length = 0;
      const { status, body } = await admin.get(path);
      expect([status, Object.keys(body.errors)]).to.deep.equal([422, ['by']]);
      const figures = statements.filter((sql) =>
        /downtimes|working_hours|labour_entries|replacement_value/.test(sql),
      );
      expect(figures).to.deep.equal([]);
      expect(await told(`${spring}&search=Copy&by=id&limit=3`)).to.have.length(3);
    }
  });
});

/** Where March ends in Paris, in London and in Athens. */
const ends: Readonly<Record<number, string>> = {
  1: '2026-03-31T22:00:00.000Z',
  2: '2026-03-31T23:00:00.000Z',
  3: '2026-03-31T21:00:00.000Z',
};

function sum(rows: readonly Figures[], figure: string): number {
  return rows.reduce((total, row) => total + (row[figure] ?? 0), 0);
}
