/** The commands of pages, run as they stand, and the numbers that the pages say they answer. */
import { expect } from 'chai';
import { readPage, startDocumentedRequests } from '../../harness/documented-requests.ts';

describe('the commands of the page about', () => {
  let requests: Awaited<ReturnType<typeof startDocumentedRequests>>;
  beforeEach(async () => {
    requests = await startDocumentedRequests();
  });
  afterEach(() => requests?.stop());

  /** What the first commands of a page answer; all of them by default. */
  async function answersOf(page: string, most?: number) {
    const [preparation = ''] = requests
      .blocksOf(await readPage('README.md'))
      .filter((block) => block.includes('call()'));
    const commands = requests.blocksOf(page).slice(0, most).join('\n');
    const printed = await requests.run(`${preparation.slice(0, preparation.indexOf('\n\n'))}\n${commands}`);
    const answers = printed.split('\n').flatMap((line) => (line.startsWith('{') ? [JSON.parse(line)] : []));
    expect(answers.filter((answer) => 'code' in answer)).to.deep.equal([]);
    return answers;
  }

  it('costs answer every number that stands there', async () => {
    const answers = await answersOf(await readPage('docs/costs.md'));
    const [maintenance, report, running, ended] = answers.slice(-4).map(({ data }) => data);
    expect(maintenance).to.include({
      ...{ labour_minutes: 50, labour_cost: 38.75, service_cost: 289.34, parts_cost: 0, total_cost: 328.09 },
    });
    expect(report).to.have.lengthOf(1);
    const pump = { label: 'Pump', cost: 328.09, asset_value: 12_500, cost_to_value: 0.026247 };
    expect(report[0]).to.include(pump);
    expect(running).to.have.lengthOf(1);
    expect(running[0]).to.include({ minutes: null, amount: null });
    expect(ended).to.include({ id: running[0].id, running: false, minutes: 0, amount: 0 });
  });

  it('reliability answer every number that stands there', async () => {
    const page = await readPage('docs/reliability.md');
    const answers = await answersOf(page, 1);
    const columns: Record<string, unknown>[] = answers
      .flatMap(({ data }) => (Array.isArray(data) ? data : []))
      .map(({ value: _value, until_at, ...figures }) => ({ ...figures, until_at }));
    expect(columns.map(({ label }) => label)).to.deep.equal(['Pump 1', 'Pump 3', 'Hall', 'Pump 1']);
    const figures = [...page.matchAll(/^\| `(\w+)` \| (\S+) \| (\S+) \| (\S+) \| (\S+) \|$/gm)];
    for (const [at, { label, ...column }] of columns.entries()) {
      const stated = figures.map(([, name, ...cells]) => [name, JSON.parse(cells[at] ?? '')]);
      expect(column, `${label}, column ${at + 1}`).to.deep.equal({
        until_at: '2026-03-31T22:00:00.000Z',
        ...Object.fromEntries(stated),
      });
    }
  });
});
