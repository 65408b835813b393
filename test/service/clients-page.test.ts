/** The requests of docs/clients.md, sent word for word and in their order: each is answered as it says. */
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { expect } from 'chai';
import { parse } from 'csv-parse/sync';
import { type Service, startService } from '../harness/service.ts';

const run = promisify(execFile);

describe('the requests of the page for clients', () => {
  let service: Service;
  let folder: string;
  before(async () => {
    service = await startService({ seed: 'demo' });
    folder = await mkdtemp(join(tmpdir(), 'millwright-clients-'));
  });
  after(async () => {
    await service?.stop();
    if (folder) await rm(folder, { recursive: true, force: true });
  });

  it('are answered as it says', async () => {
    const page = await readFile(resolve(import.meta.dirname, '../../docs/clients.md'), 'utf8');
    const blocks = [...page.matchAll(/^```sh\n(.*?)^```/gms)].map(([, block = '']) => block);
    const script = blocks.join('\n').replaceAll('http://127.0.0.1:3000', service.url);
    const wanted = [...script.matchAll(/ # (\d{3})$/gm)].map(([, status = '']) => status);
    expect(wanted, 'every request says its status').to.have.lengthOf(
      script.match(/^call (?!\(\))/gm)?.length ?? 0,
    );
    expect(wanted).to.have.length.above(40);
    // What each is answered, on lines of their own behind the bodies.
    const told = `curl() { command curl -w '\\nstatus %{http_code}\\n' "$@"; }\n${script}`;
    const { stdout, stderr } = await run('bash', ['-euo', 'pipefail', '-c', told], {
      cwd: folder,
      maxBuffer: 2 ** 24,
    });
    expect(stderr).to.equal('');
    const lines = [...script.matchAll(/^call [\s\S]*?# \d{3}$/gm)].map(([line]) =>
      line.replace(/\s+# \d{3}$/, ''),
    );
    const given = [...stdout.matchAll(/^status (\d{3})$/gm)].map(([, status = '']) => status);
    expect(given.map((status, at) => `${status} ${lines[at]}`)).to.deep.equal(
      wanted.map((status, at) => `${status} ${lines[at]}`),
    );
    const csv = await readFile(join(folder, 'link.csv'), 'utf8');
    const rows: Record<string, string>[] = parse(csv, { bom: true, columns: true });
    expect(rows).to.have.length.above(5);
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
