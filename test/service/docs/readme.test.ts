/** The requests of the README and of docs/plans.md, sent word for word and in their order. */
import { expect } from 'chai';
import {
  type DocumentedRequests,
  readPage,
  startDocumentedRequests,
} from '../../harness/documented-requests.ts';

describe('the requests of the README', () => {
  let requests: DocumentedRequests;
  before(async () => {
    requests = await startDocumentedRequests();
  });
  after(() => requests?.stop());

  /** The first requests, for the service of this test. */
  const firstRequests = async (): Promise<string[]> => {
    const [, rest = ''] = (await readPage('README.md')).split('\n## First requests\n');
    return requests.blocksOf(rest.split('\n## ')[0] ?? '');
  };
  /** What they are answered, in their order. */
  const answersOf = async (blocks: readonly string[]): Promise<Record<string, unknown>[]> => {
    const printed = await requests.run(blocks.join('\n'));
    const bodies: Record<string, unknown>[] = printed
      .split('\n')
      .filter((line) => line.startsWith('{'))
      .map((line) => JSON.parse(line));
    expect(bodies.filter((body) => 'code' in body)).to.deep.equal([]);
    return bodies;
  };

  it('are all answered as expected when they are sent one after the other', async () => {
    const blocks = await firstRequests();
    expect(blocks).to.have.lengthOf(1);
    const bodies = await answersOf(blocks);
    expect(bodies[0]).to.deep.equal({ two_factor: false });
    const lists = bodies.flatMap(({ data }) => (Array.isArray(data) ? [data.length] : []));
    expect(lists, 'the list has a full page').to.deep.equal([3]);
  });

  it('make a plan, tell its dates, and complete the first of them on time', async () => {
    const [preparation = ''] = await firstRequests();
    const define = preparation.slice(0, preparation.indexOf('\n\n'));
    const [, , plan, forecast, generated, , completed, occurrences, ...byMeter] = await answersOf([
      define,
      ...requests.blocksOf(await readPage('docs/plans.md')),
    ]);
    expect(plan?.data).to.have.keys('rrule', 'next_due_at');
    expect(forecast?.data).to.have.lengthOf(5);
    expect(generated).to.deep.equal({ data: { generated: 1, skipped: 0 } });
    expect(completed?.data).to.include({ status: 'completed' });
    expect(occurrences?.data).to.have.lengthOf(1);
    expect(occurrences?.data).to.have.nested.property('0.punctuality', 'on_time');
    const [, , next, foreseen, , made, due, failed, steps, passed, finished] = byMeter;
    expect(next?.data).to.include({ next_due_units: 500 });
    expect(foreseen?.data).to.have.nested.property('0.estimated', true);
    expect(made).to.deep.equal({ data: { generated: 1, skipped: 0 } });
    expect(due?.data).to.have.nested.property('0.due_units', 500);
    expect(failed?.data).to.include({ status: 'failed', number: 3.1 });
    expect(steps?.data).to.have.nested.property('1.incident_id').that.is.a('number');
    expect(passed?.data).to.include({ status: 'done' });
    expect(finished?.data).to.include({ status: 'completed', failed_step_count: 1 });
  });
});
