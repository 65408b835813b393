/**
 * Steps of the pages for operators, followed word for word. What needs a whole machine (packages, users, systemd) is played by functions
 * of the shell, and the machine's folders are within one of the test.
 */
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseEnv, promisify } from 'node:util';
import { expect } from 'chai';
import { keepUntilExit } from '../../../harness/at-exit.ts';
import { findCaddy, howToInstallCaddy } from '../../../harness/caddy.ts';
import { createTestDatabase, type TestDatabase } from '../../../harness/database.ts';
import { anywhere, onlyOn, skippedFor } from '../../../harness/only-on.ts';
import { type ServiceProcess, startProcess } from '../../../harness/process.ts';
import { follow as followStep, readSteps } from '../../../harness/recipe.ts';

const run = promisify(execFile);
const root = resolve(import.meta.dirname, '../../../..');
const password = 'a long password of hers';
/** The launcher uses the files in dist/, which other tests make and remove meanwhile. */
const fromSources = 'node --import tsx commands/';
/** What the command that makes the first administrator asks for. */
const answers = `first@example.com\nfirst\nAda\nFirst\n${password}\n`;

/** Each tells what it was asked for. `systemd-run` runs its command with the settings that it is given. */
const machine = `
tell() { echo "did $*"; }
for name in npm apt-get useradd systemctl; do eval "$name() { tell $name \\"\\$@\\"; }"; done
systemd-run() ( while [ "$1" != node ]; do case "$1" in
  -E) export "$2"; shift 2;;
  -p) set -a; . "\${2#EnvironmentFile=}"; set +a; shift 2;;
  *) shift;; esac; done; "$@" )
`;

anywhere.describe('from nothing to https', () => {
  let folder: string;
  let service: ServiceProcess;
  let told: string;

  /** The steps as they stand, but for the folders. */
  const steps = async (): Promise<string[]> =>
    (await readSteps('docs/operating.md', '## From nothing to https in ten minutes')).map((step) =>
      step
        .replaceAll(
          'node commands/bin/millwright.mjs "$@"',
          `${fromSources}accounts/user-create.ts "\${@:3}"`,
        )
        .replaceAll('/opt/millwright', root)
        .replaceAll(/(?<![\w.])\/(?=etc\/|var\/lib\/)/g, `${folder}/`),
    );
  const follow = async (script: string): Promise<string> => {
    const running = run('bash', ['--norc', '-euo', 'pipefail', '-c', machine + script], { cwd: root });
    running.child.stdin?.end(answers);
    return (await running).stdout;
  };

  before(async () => {
    folder = await makeScratch();
    for (const made of ['etc/systemd/system', 'etc/caddy', 'var/lib/millwright/backups']) {
      await mkdir(join(folder, made), { recursive: true });
    }
    const all = await steps();
    const begin = all.findIndex((block) => block.includes('enable --now'));
    told = await follow(all.slice(0, begin + 1).join('\n'));
    // What systemd does then, by the unit that has been put in its place.
    const unit = await readFile(join(folder, 'etc/systemd/system/millwright.service'), 'utf8');
    const own = [...unit.matchAll(/^Environment=(.*)$/gm)].map(([, line]) => line).join('\n');
    const file = await readFile(join(folder, 'etc/millwright.env'), 'utf8');
    const settings = parseEnv(`${own}\n${file}`.replaceAll(/(?<=[:=])\/var\//g, `${folder}/var/`));
    const given = Object.entries(settings).map(([name, value = '']) => [name, value]);
    service = await startProcess({ env: { ...Object.fromEntries(given), APP_KEY: '' } });
    told += await follow(all.slice(begin + 1).join('\n'));
  });
  after(() => service?.stop());

  it('asks the machine for what it says', async () => {
    expect(told.match(/^did .*/gm)).to.deep.equal([
      'did apt-get install -y caddy',
      'did npm ci',
      'did npm run build',
      'did npm prune --omit=dev',
      'did useradd --system --home-dir /var/lib/millwright --shell /usr/sbin/nologin millwright'.replace(
        '/var',
        `${folder}/var`,
      ),
      'did systemctl daemon-reload',
      'did systemctl enable --now millwright millwright-backup.timer',
      'did systemctl reload caddy',
    ]);
    const units = await readdir(join(folder, 'etc/systemd/system'));
    expect(units).to.include.members([
      'millwright.service',
      'millwright-backup.timer',
      'millwright-backup.service',
    ]);
  });

  it('makes an administrator who signs in by https, with cookies for https only', async () => {
    expect(told).to.contain('first@example.com can sign in, as an administrator at the headquarters.');
    const headers = { 'X-Forwarded-Proto': 'https', 'X-Forwarded-For': '192.0.2.7' };
    const client = service.client({ origin: 'https://assets.example.com', headers });
    const reply = await client.login('first@example.com', password);
    expect(reply.body).to.deep.equal({ two_factor: false });
    expect(reply.headers['set-cookie']?.every((cookie) => /; secure/i.test(cookie))).to.equal(true);
    expect((await client.get('/materials')).body.links.first).to.match(/^https:\/\/assets\.example\.com\//);
  });

  skippedFor(findCaddy() === null ? howToInstallCaddy : null).it(
    'gives Caddy a site that it takes',
    async () => {
      const config = join(folder, 'etc/caddy/Caddyfile');
      expect(await readFile(config, 'utf8')).to.match(/^assets\.example\.com \{$/m);
      await run(findCaddy() ?? '', ['validate', '--adapter', 'caddyfile', '--config', config], {
        env: { HOME: folder },
      });
    },
  );
});

describe('in production, as the README has it', () => {
  const { it: onServer } = onlyOn('mysql', 'it is about a server');
  let database: TestDatabase | undefined;
  let service: ServiceProcess | undefined;
  after(async () => {
    await service?.stop();
    await database?.drop();
  });

  onServer('makes an empty database one that somebody can sign in to', async () => {
    database = await createTestDatabase('blank');
    const folder = await makeScratch();
    await writeFile(join(folder, 'answers'), answers);
    const [step = ''] = await readSteps('README.md', '## In production');
    await followStep(step, {
      texts: [
        ['mysql://millwright:secret@127.0.0.1:3306/millwright', database.url],
        ['npm run migrate', `${fromSources}migrate.ts`],
        [
          'npm run user:create -- --admin',
          `${fromSources}accounts/user-create.ts --admin < ${folder}/answers`,
        ],
      ],
      lines: {
        // The packages of this very run would go.
        'npm ci && npm run build && npm prune --omit=dev': () => {},
        'npm start': async ({ DATABASE_URL = '', APP_KEY = '' }) => {
          service = await startProcess({ env: { DATABASE_URL, APP_KEY } });
        },
      },
    });
    const reply = await service?.client().login('first@example.com', password);
    expect(reply?.body).to.deep.equal({ two_factor: false });
  });
});

anywhere.describe('backups of the embedded database', () => {
  it('are made and put back as the page for operators has it', async () => {
    const folder = await makeScratch();
    const url = `sqlite:${folder}/data.db`;
    const steps = await readSteps('docs/operating.md', '## Backup and restore');
    const [step = ''] = steps.filter((one) => one.includes('npm run restore'));
    const away = `mkdir ${folder}/away && mv ${folder}/data.db* ${folder}/away/\n`;
    await followStep(`export DATABASE_URL=${url}\n${fromSources}migrate.ts\n${step}`, {
      texts: [
        ['/backups/', `${folder}/`],
        ['npm run backup --', `${fromSources}backup.ts`],
        ['npm run restore --', `${away}${fromSources}restore.ts`],
      ],
    });
    expect(await readdir(folder)).to.include.members(['data.db', 'data.db.key', 'monday.millwright']);
  });
});

async function makeScratch(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'millwright-operating-'));
  keepUntilExit(folder);
  return folder;
}
