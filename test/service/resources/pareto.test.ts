/** Failures by their codes over HTTP: which count, by the clocks of their site, how long materials stood, order, shares and cuts. */
import { expect } from 'chai';
import { serveDemo } from '../../harness/service.ts';

type Json = Readonly<Record<string, unknown>>;

describe('the Pareto analysis of incidents', () => {
  const { service, admin, manager } = serveDemo(['admin', 'manager']);
  const make = async (path: string, body: Json): Promise<number> => {
    const { status, body: answer, text } = await manager.post(path, body);
    expect(status, text).to.equal(201);
    return answer.data.id;
  };
  let zone_id: number;
  const told = async (query: string): Promise<Record<string, unknown>[]> => {
    const path = `/incidents/pareto?from=2024-03-01&until=2024-04-01&zone_id=${zone_id}&${query}`;
    const { status, body, text } = await manager.get(path);
    expect(status, text).to.equal(200);
    return body.data;
  };

  before(async () => {
    zone_id = await make('/zones', { name: 'Pareto hall' });
    const materials = [
      await make('/materials', { name: 'Pareto one', zone_id }),
      await make('/materials', { name: 'Pareto two', zone_id }),
    ];
    const codes = (await admin.get('/failure-codes?kind=mode&per_page=100')).body.data;
    const mode = (code: string) => codes.find((one: Json) => one.code === code).id;
    const fail = async (
      at: number,
      started_at: string,
      body: Json,
      stops: readonly (readonly [string, string | null, string?])[] = [],
    ) => {
      const material_id = materials[at];
      const incident_id = await make('/incidents', {
        ...{ name: 'Pareto', material_id, started_at: `2024-${started_at}Z`, is_failure: true },
        ...body,
      });
      for (const [from, until, kind = 'unplanned'] of stops)
        await make('/downtimes', {
          ...{ material_id, incident_id, kind, started_at: `2024-${from}Z` },
          ...(until && { ended_at: `2024-${until}Z` }),
        });
    };
    const breakdown = { failure_mode_id: mode('BRD') };
    const leak = { failure_mode_id: mode('ELU') };
    // Where the window begins and ends at Plant North, in London: in summer an hour before midnight of UTC.
    await fail(0, '03-01T00:00:00', breakdown, [
      ['02-20T10:00:00', '02-20T12:00:00'],
      ['02-20T11:00:00', '02-20T14:00:00'],
      ['02-20T10:00:00', '02-20T20:00:00', 'planned'],
    ]);
    await fail(1, '03-31T22:59:59', breakdown, [['02-20T10:00:00', '02-20T11:00:00']]);
    await fail(0, '03-31T23:00:00', leak, [['03-31T23:00:00', '04-01T23:00:00']]);
    await fail(0, '02-29T23:59:59', leak);
    await fail(0, '03-10T10:00:00', { is_failure: false });
    await fail(1, '03-11T10:00:00', { detection: 'test' }, [['03-11T10:00:00', '03-11T20:00:00']]);
    await fail(1, '03-12T10:00:00', {});
    await fail(0, '03-13T10:00:00', leak);
  });

  it('tells the failures that start in the window, the most first, equal ones by their label, in a few statements', async () => {
    const statements: string[] = [];
    service.database.knex.on('query', ({ sql }: { sql: string }) => statements.push(sql));
    const rows = await told('by=failure_mode_id');
    expect(statements.length, statements.join('\n')).to.be.at.most(12);
    expect(rows.map(({ value: _, label, ...figures }) => [label, figures])).to.deep.equal([
      ['Breakdown', { failures: 2, down_hours: 5, share: 0.4, cumulative: 0.4 }],
      ['None', { failures: 2, down_hours: 10, share: 0.4, cumulative: 0.8 }],
      ['Leaks oil, water or air to the outside', { failures: 1, down_hours: 0, share: 0.2, cumulative: 1 }],
    ]);
    expect(await told('by=failure_mode_id&limit=2')).to.deep.equal(rows.slice(0, 2));
    expect(await told('by=failure_mode_id&sort=failures')).to.deep.equal([rows[2], rows[0], rows[1]]);
  });

  it('says how the list finds the failures of a group', async () => {
    const reports: readonly Json[] = (await manager.get('/reports')).body.data;
    const behindOf = (wanted: string) => reports.find(({ name }) => name === wanted)?.behind;
    expect(behindOf('pareto')).to.deep.equal({ where: { is_failure: [true] }, within: 'started_at' });
    expect(behindOf('backlog')).to.deep.equal({ where: { status: ['planned', 'in_progress'] } });
    // The days of the window by the clock of Plant North.
    const days = 'started_at[gte]=2024-03-01T00:00:00Z&started_at[lt]=2024-03-31T23:00:00Z';
    for (const { value, failures } of await told('by=failure_mode_id')) {
      const list = `/incidents?zone_id=${zone_id}&is_failure=true&${days}&failure_mode_id=${value}`;
      expect((await manager.get(list)).body.data).to.have.lengthOf(Number(failures));
    }
  });

  it('compares downtime too, for every parameter `by`', async () => {
    const shares = async (by: string) =>
      (await told(`by=${by}&measure=down_hours`)).map(({ label, share, cumulative }) => [
        label,
        share,
        cumulative,
      ]);
    expect(await shares('failure_mode_id')).to.deep.equal([
      ['None', 0.666667, 0.666667],
      ['Breakdown', 0.333333, 1],
      ['Leaks oil, water or air to the outside', 0, 1],
    ]);
    expect(await shares('material_id')).to.deep.equal([
      ['Pareto two', 0.733333, 0.733333],
      ['Pareto one', 0.266667, 1],
    ]);
    expect(await shares('detection')).to.deep.equal([
      ['Test', 0.666667, 0.666667],
      ['None', 0.333333, 1],
    ]);
    expect(await shares('zone_id')).to.deep.equal([['Pareto hall', 1, 1]]);
    expect((await shares('equipment_class_id')).map(([label]) => label)).to.deep.equal(['None']);
  });

  it('counts a stop that lasts up to now, and asks what to group by', async () => {
    const material_id = await make('/materials', { name: 'Pareto three', zone_id });
    const incident_id = await make('/incidents', {
      ...{ name: 'Pareto', material_id, started_at: '2024-03-20T10:00:00Z', is_failure: true },
    });
    await make('/downtimes', { material_id, incident_id, started_at: '2024-03-20T10:00:00Z' });
    const [first] = await told('by=material_id&measure=down_hours');
    expect(first?.label).to.equal('Pareto three');
    const lasted = (Date.now() - Date.parse('2024-03-20T10:00:00Z')) / 3_600_000;
    expect(first?.down_hours).to.be.closeTo(lasted, 0.1);
    const without = await manager.get('/incidents/pareto?from=2024-03-01&until=2024-04-01');
    expect(without.body.errors).to.have.all.keys('by');
  });
});
