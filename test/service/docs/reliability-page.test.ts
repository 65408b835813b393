/** The commands of docs/reliability.md, run as they stand, and the numbers that the page says they answer. */
import { expect } from 'chai';
import {
  type DocumentedRequests,
  readPage,
  startDocumentedRequests,
} from '../../harness/documented-requests.ts';

describe('the worked example of the page about reliability', () => {
  let requests: DocumentedRequests;
  before(async () => {
    requests = await startDocumentedRequests();
  });
  after(() => requests?.stop());

  it('is answered with every number that stands there', async () => {
    const [preparation = ''] = requests
      .blocksOf(await readPage('README.md'))
      .filter((block) => block.includes('call()'));
    const page = await readPage('docs/reliability.md');
    const [commands = ''] = requests.blocksOf(page);
    const printed = await requests.run(`${preparation.slice(0, preparation.indexOf('\n\n'))}\n${commands}`);
    const answers: Record<string, unknown>[] = printed
      .split('\n')
      .filter((line) => line.startsWith('{'))
      .map((line) => JSON.parse(line));
    expect(answers.filter((answer) => 'code' in answer)).to.deep.equal([]);
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
