/** What `docs/deploy/` has, held to the project and to what can be said of it without an engine for containers. */
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { expect } from 'chai';
import { Failure } from '../../../engine/failure.ts';
import { patienceMs } from '../../../package/testing/world/client.ts';
import { settingNames } from '../../../service/config/names.ts';

const root = resolve(import.meta.dirname, '../../..');
const read = (file: string): Promise<string> => readFile(join(root, file), 'utf8');

/** Instructions of a Dockerfile, each in one line; comments are left out. */
async function instructions(): Promise<string[]> {
  const text = (await read('docs/deploy/Dockerfile')).replaceAll(/^#.*\n/gm, '').replaceAll(/\\\n\s*/g, '');
  return text.split('\n').filter(Boolean);
}

describe('the Dockerfile', () => {
  it('is made of instructions that exist, in stages with one Node.js', async () => {
    const lines = await instructions();
    const known =
      /^(?:FROM|WORKDIR|COPY|RUN|ENV|USER|VOLUME|EXPOSE|STOPSIGNAL|HEALTHCHECK|ENTRYPOINT|CMD)(?=\s)/;
    for (const line of lines) expect(line).to.match(known);
    const bases = lines.filter((line) => line.startsWith('FROM '));
    expect(bases).to.deep.equal([
      'FROM node:22-slim AS build',
      'FROM node:22-slim AS packages',
      'FROM gcr.io/distroless/nodejs22-debian12',
    ]);
  });

  it('installs only the parts that it needs, runs as a user without rights, and starts what npm start does', async () => {
    const lines = await instructions();
    const last = (word: string): string | undefined => lines.findLast((line) => line.startsWith(`${word} `));
    const packages = lines.indexOf('FROM node:22-slim AS packages');
    expect(lines.slice(packages).find((line) => line.includes('npm ci'))).to.include('--omit=dev');
    expect(last('USER')).to.equal('USER 65532:65532');
    expect(lines.slice(lines.indexOf('USER 65532:65532')).filter((line) => /^(?:RUN|COPY) /.test(line))).to.be
      .empty;
    // The base has no shell: nothing is run in its stage, and what would go to Node.js as a script does not.
    expect(lines.slice(lines.findLastIndex((line) => line.startsWith('FROM '))).join()).to.not.match(/,RUN /);
    expect(last('ENTRYPOINT')).to.equal('ENTRYPOINT []');
    const { scripts } = JSON.parse(await read('package.json'));
    const command: unknown = JSON.parse(last('CMD')?.slice(4) ?? '');
    const [, options, started] =
      /^NODE_OPTIONS="(\S+) \$\{NODE_OPTIONS:-\}" exec (.+)$/.exec(scripts.start) ?? [];
    expect(command).to.deep.equal(started?.split(' '));
    for (const text of [
      await read('docs/deploy/Dockerfile'),
      await read('docs/deploy/systemd/millwright.service'),
    ])
      expect(text).to.include(`NODE_OPTIONS=${options}`);
  });

  it('asks whether the service is ready', async () => {
    const line = (await instructions()).find((one) => one.startsWith('HEALTHCHECK')) ?? '';
    const [program, ...words]: string[] = JSON.parse(/CMD (\[.*\])$/.exec(line)?.[1] ?? '[]');
    expect(program).to.equal('node');
    const asked = spawnSync(process.execPath, words, { env: { PORT: '1' } });
    expect([asked.status, asked.stderr.toString()]).to.deep.equal([1, '']);
  });

  it('is given what the project has, and no settings, data or tests', async () => {
    const lines = (await read('docs/deploy/Dockerfile.dockerignore'))
      .split('\n')
      .filter((line) => /^[^#]/.test(line));
    expect(lines[0]).to.equal('*');
    const named = lines.slice(1).map((line) => line.slice(1));
    expect(named.filter((name) => !existsSync(join(root, name)))).to.be.empty;
    expect(named.filter((name) => ['.env', 'data', 'test', 'node_modules', '.git'].includes(name))).to.be
      .empty;
  });
});

describe('compose.yaml', () => {
  it('sets what is a setting, takes secrets from outside, and migrates before it starts', async () => {
    const text = await read('docs/deploy/compose.yaml');
    const block = /^x-image:[\s\S]*?environment:\n((?: {4}.*\n)+)/m.exec(text)?.[1] ?? '';
    const names = [...block.matchAll(/^ {4}([A-Z_]+):/gm)].map(([, name]) => name);
    expect(names).to.include('DATABASE_URL');
    expect(settingNames).to.include.members(names);
    expect(block)
      .to.match(/APP_KEY: \$\{APP_KEY:\?/)
      .and.match(/millwright:\$\{DB_PASSWORD:\?/);
    expect(text).to.include('migrate: { condition: service_completed_successfully }');
  });
});

describe('what proxies say while the service is away', () => {
  for (const file of [
    'docs/deploy/nginx/millwright.conf',
    'docs/deploy/nginx/under-path.conf',
    'docs/deploy/Caddyfile',
  ]) {
    it(`is what it says itself: ${file}`, async () => {
      const said = [...(await read(file)).matchAll(/\{"message".*\}/g)].map(([body]) => JSON.parse(body));
      // That what is too large is told in the service's words, test/ci/service/http/proxy.test.ts sees.
      const away = said.filter(({ code }) => code !== 'payload_too_large');
      expect(away).to.deep.equal([new Failure('unavailable').toBody('en')]);
    });
  }
});

describe('the units of systemd', () => {
  const program = '/usr/bin/systemd-analyze';
  const units = readdirSync(join(root, 'docs/deploy/systemd'));
  let folder: string;
  before(async function () {
    if (!existsSync(program)) {
      console.log(
        '    There is no systemd-analyze here (apt-get install systemd): the units are not looked at.',
      );
      this.skip();
    }
    folder = await mkdtemp(join(tmpdir(), 'millwright-units-'));
    for (const unit of units) {
      // Where Node.js is differs from machine to machine, and is looked at.
      const text = (await read(`docs/deploy/systemd/${unit}`)).replaceAll('/usr/bin/node', process.execPath);
      await writeFile(join(folder, unit), text);
    }
  });
  after(() => (folder ? rm(folder, { recursive: true, force: true }) : undefined));
  const analyze = (...words: string[]): { readonly status: number | null; readonly told: string } => {
    const { status, stdout, stderr } = spawnSync(program, words, { encoding: 'utf8' });
    return { status, told: `${stdout}${stderr}` };
  };

  it('are found to be sound', () => {
    const paths = units.map((unit) => join(folder, unit));
    expect(paths).to.have.lengthOf(3);
    const { status, told } = analyze('verify', '--man=no', ...paths);
    expect([status, told]).to.deep.equal([0, '']);
  });

  it('leave the service little that it could do elsewhere', () => {
    // In tenths of a point: a unit without any bounds has 10 points, which is 100.
    const unit = join(folder, 'millwright.service');
    const { status, told } = analyze('security', '--offline=yes', '--threshold=15', unit);
    expect(status, told).to.equal(0);
  });
});

describe('the check of a node for HAProxy', () => {
  it('gives up a node that hangs', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'millwright-check-'));
    try {
      await writeFile(join(folder, 'mariadb'), '#!/bin/sh\nexec sleep 60\n', { mode: 0o755 });
      const env = { PATH: `${folder}:/usr/bin:/bin`, GALERA_CHECK_SECONDS: '0.1' };
      const words = ['', '', '127.0.0.1', '3306'];
      const checked = spawnSync(join(root, 'docs/deploy/galera/galera-check'), words, {
        env,
        timeout: patienceMs,
      });
      expect([checked.status, checked.signal]).to.deep.equal([1, null]);
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  });
});
