/** The commands of docs/costs.md, run as they stand, and the numbers that the page says they answer. */
import { expect } from 'chai';
import {
  type DocumentedRequests,
  readPage,
  startDocumentedRequests,
} from '../../harness/documented-requests.ts';

describe('the examples of the page about costs', () => {
  let requests: DocumentedRequests;
  before(async () => {
    requests = await startDocumentedRequests();
  });
  after(() => requests?.stop());

  it('are answered with every number that stands there', async () => {
    const [preparation = ''] = requests
      .blocksOf(await readPage('README.md'))
      .filter((block) => block.includes('call()'));
    const commands = requests.blocksOf(await readPage('docs/costs.md')).join('\n');
    const printed = await requests.run(`${preparation.slice(0, preparation.indexOf('\n\n'))}\n${commands}`);
    const answers = printed
      .split('\n')
      .filter((line) => line.startsWith('{'))
      .map((line) => JSON.parse(line));
    expect(answers.filter((answer) => 'code' in answer)).to.deep.equal([]);
    const [maintenance, report, running, ended] = answers.slice(-4).map(({ data }) => data);
    expect(maintenance).to.include({
      ...{ labour_minutes: 50, labour_cost: 38.75, service_cost: 289.34, parts_cost: 0, total_cost: 328.09 },
    });
    expect(report).to.have.lengthOf(1);
    expect(report[0]).to.include({
      label: 'Pump',
      cost: 328.09,
      asset_value: 12_500,
      cost_to_value: 0.026247,
    });
    expect(running).to.have.lengthOf(1);
    expect(running[0]).to.include({ minutes: null, amount: null });
    expect(ended).to.include({ id: running[0].id, running: false, minutes: 0, amount: 0 });
  });
});
