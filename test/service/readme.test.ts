/** The requests of the README, sent word for word and in their order. */
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { expect } from 'chai';
import { parse } from 'csv-parse/sync';
import { type Service, startService } from '../harness/service.ts';

const run = promisify(execFile);

describe('the first requests of the README', () => {
  let service: Service;
  let folder: string;

  before(async () => {
    service = await startService({ seed: 'demo' });
    folder = await mkdtemp(join(tmpdir(), 'millwright-readme-'));
  });
  after(async () => {
    await service?.stop();
    if (folder) await rm(folder, { recursive: true, force: true });
  });

  it('are all answered as somebody expects who sends one after the other', async () => {
    const readme = await readFile(resolve(import.meta.dirname, '../../README.md'), 'utf8');
    const [, chapter = ''] = /\n## First requests\n(.*?)\n## /s.exec(readme) ?? [];
    const blocks = [...chapter.matchAll(/^```sh\n(.*?)^```/gms)].map(([, block]) => block);
    expect(blocks).to.have.lengthOf(3);
    const script = blocks.join('\n').replaceAll('http://127.0.0.1:3000', service.url);
    const { stdout, stderr } = await run('bash', ['-euo', 'pipefail', '-c', script], { cwd: folder });
    expect(stderr).to.equal('');
    const answers = stdout.split('\n').filter((line) => line.startsWith('{'));
    const bodies: Record<string, unknown>[] = answers.map((line) => JSON.parse(line));
    expect(bodies.filter((body) => 'code' in body)).to.deep.equal([]);
    expect(bodies[0]).to.deep.equal({ two_factor: false });
    const lists = bodies.flatMap(({ data }) => (Array.isArray(data) ? [data.length] : []));
    expect(lists, 'the list has a full page, the batch all answers').to.deep.equal([3, 3]);
    const file = await readFile(join(folder, 'materials.csv'), 'utf8');
    const rows: Record<string, string>[] = parse(file, { bom: true, columns: true });
    expect(rows).not.to.deep.equal([]);
    expect(Object.keys(rows[0] ?? {})).to.deep.equal(['Id', 'Name', 'Status', 'Zone']);
  });
});
