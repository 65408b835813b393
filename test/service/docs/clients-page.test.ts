/** The requests of docs/clients.md, sent word for word and in their order: each is answered as it says. */
import { expect } from 'chai';
import {
  type DocumentedRequests,
  readPage,
  startDocumentedRequests,
} from '../../harness/documented-requests.ts';

describe('the requests of the page for clients', () => {
  let requests: DocumentedRequests;
  before(async () => {
    requests = await startDocumentedRequests();
  });
  after(() => requests?.stop());

  it('are answered as it says', async () => {
    const script = requests.blocksOf(await readPage('docs/clients.md')).join('\n');
    const wanted = [...script.matchAll(/ # (\d{3})$/gm)].map(([, status = '']) => status);
    expect(wanted, 'every request says its status').to.have.lengthOf(
      script.match(/^call (?!\(\))/gm)?.length ?? 0,
    );
    expect(wanted).to.have.length.above(40);
    // What each is answered, on lines of their own behind the bodies.
    const told = `curl() { command curl -w '\\nstatus %{http_code}\\n' "$@"; }\n${script}`;
    const stdout = await requests.run(told);
    const lines = [...script.matchAll(/^call [\s\S]*?# \d{3}$/gm)].map(([line]) =>
      line.replace(/\s+# \d{3}$/, ''),
    );
    const given = [...stdout.matchAll(/^status (\d{3})$/gm)].map(([, status = '']) => status);
    expect(given.map((status, at) => `${status} ${lines[at]}`)).to.deep.equal(
      wanted.map((status, at) => `${status} ${lines[at]}`),
    );
    const all = await requests.rowsOf('link.csv');
    expect(all, 'link.csv').to.have.length.above(4);
    // How many are down depends on the day.
    const down = all.filter(({ Status }) => Status === 'Down').map(({ Name }) => Name);
    expect(down).not.to.have.lengthOf(0);
    expect((await requests.rowsOf('materials.csv')).map(({ Name }) => Name)).to.have.members(down);
    const bodies = stdout.split('\n').filter((line) => line.startsWith('{'));
    const failures = bodies.map((line) => JSON.parse(line)).filter((body) => 'code' in body);
    expect(failures.map(({ code }) => code)).to.include.members([
      'validation_failed',
      'stale',
      'csrf_mismatch',
      'not_found',
    ]);
    const fields = failures.flatMap(({ errors }) => Object.keys(errors ?? {}));
    expect(fields).to.include.members(['name', 'zone_id', 'status', 'colour', 'per_page', 'email']);
    const nowhere = bodies.find((line) => line.includes('"search=nowhere') || /"total":0/.test(line));
    expect(nowhere, 'a dry run keeps nothing').to.be.a('string');
  });
});
