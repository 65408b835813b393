/** What an image is made of is enough: the files that `.dockerignore` leaves, and packages without those of developers. */
import { cp, mkdir, mkdtemp, readFile, realpath, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { expect } from 'chai';
import { keepUntilExit } from '../harness/at-exit.ts';
import { onlyOn } from '../harness/only-on.ts';
import { runEntry, startProcess } from '../harness/process.ts';

const root = resolve(import.meta.dirname, '../..');

/** The files of the image, and links to its packages. @returns its folder */
async function makeFiles(): Promise<string> {
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'millwright-image-')));
  keepUntilExit(folder);
  const { names, endings } = await readIgnored();
  for (const name of names) await cp(join(root, name), join(folder, name), { recursive: true });
  for (const ending of endings) {
    const filter = (source: string): boolean =>
      source === root || (dirname(source) === root && source.endsWith(ending));
    await cp(root, folder, { recursive: true, filter });
  }
  const lock = JSON.parse(await readFile(join(root, 'package-lock.json'), 'utf8'));
  const packages = Object.entries<{ dev?: boolean }>(lock.packages);
  for (const [path, { dev }] of packages) {
    // What is inside another package comes with it.
    if (dev || !/^node_modules\/(?:@[^/]+\/)?[^/]+$/.test(path)) continue;
    const found = await realpath(join(root, path)).catch(() => null);
    if (found === null) continue;
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await symlink(found, join(folder, path));
  }
  return folder;
}

/** Files and folders that `.dockerignore` lets through, and the ends of names of files at the root. */
async function readIgnored(): Promise<{ readonly names: string[]; readonly endings: string[] }> {
  const lines = (await readFile(join(root, '.dockerignore'), 'utf8')).split('\n');
  const kept = lines.filter((line) => line.startsWith('!')).map((line) => line.slice(1));
  return {
    names: kept.filter((name) => !name.includes('*')),
    endings: kept.filter((name) => name.startsWith('*')).map((name) => name.slice(1)),
  };
}

onlyOn('sqlite', 'files are the same').describe('what an image is made of', () => {
  let project: string;
  before(async () => {
    project = await makeFiles();
  });
  after(() => rm(project, { recursive: true, force: true }));

  it('starts, signs in, serves console and reference, and makes a backup', async () => {
    const env = {
      DATABASE_URL: `sqlite:${join(project, 'made.db')}`,
      SEED_DEMO: 'true',
      NODE_ENV: 'production',
    };
    const service = await startProcess({ project, env });
    try {
      const client = service.client();
      expect((await client.login('admin@demo.test')).status).to.equal(200);
      expect((await client.get('/health/ready')).status).to.equal(200);
      const page = await client.raw('GET', '/console');
      expect(page.text).to.match(/console\/assets\/[\w-]+\.js/);
      expect((await client.raw('GET', '/docs/swagger-ui.css')).status).to.equal(200);
    } finally {
      await service.stop();
    }
    expect(service.stderr).to.equal('');
    const backup = await runEntry(['commands/backup.ts', join(project, 'backup')], { project, env });
    expect([backup.code, backup.stderr]).to.deep.equal([0, '']);
    const migrated = await runEntry(['commands/migrate.ts'], { project, env });
    expect([migrated.code, migrated.stderr]).to.deep.equal([0, '']);
  });
});
