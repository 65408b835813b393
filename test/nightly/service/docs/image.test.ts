/** An image is built from what `Dockerfile.dockerignore` leaves, and runs what the Dockerfile takes over into its last stage. */
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { appendFile, cp, mkdtemp, readdir, readFile, realpath, rm, stat, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { expect } from 'chai';
import { keepUntilExit } from '../../../harness/at-exit.ts';
import { copyBuild, readLetThrough } from '../../../harness/built-project.ts';
import { onlyOn } from '../../../harness/only-on.ts';
import { linkPackages, packagesThatRun } from '../../../harness/package-folder.ts';
import { runEntry, startProcess } from '../../../harness/process.ts';

const root = resolve(import.meta.dirname, '../../../..');

async function makeFolder(name: string): Promise<string> {
  const folder = await realpath(await mkdtemp(join(tmpdir(), `millwright-${name}-`)));
  keepUntilExit(folder);
  return folder;
}

/** The files that an image is built from, with all packages. @returns their folder */
async function makeContext(): Promise<string> {
  const folder = await makeFolder('context');
  for (const name of await readLetThrough())
    await cp(join(root, name), join(folder, name), { recursive: true });
  await symlink(await realpath(join(root, 'node_modules')), join(folder, 'node_modules'));
  return folder;
}

/** What the last stage takes from the others: built files, and the packages that are left. @returns its folder */
async function makeImage(context: string): Promise<string> {
  const folder = await makeFolder('image');
  const text = (await readFile(join(root, 'docs/deploy/Dockerfile'), 'utf8')).replaceAll(/\\\n\s*/g, '');
  const copied = [...text.matchAll(/^COPY --from=build (\/app\/.*) \S+$/gm)].flatMap(([, paths = '']) =>
    paths.split(' '),
  );
  for (const path of copied.map((one) => one.replace('/app/', ''))) {
    await cp(join(context, path), join(folder, path), { recursive: true });
  }
  for (const path of await packagesThatRun()) {
    const found = await realpath(join(root, path)).catch(() => null);
    if (found !== null) await cp(found, join(folder, path), { recursive: true });
  }
  // What it takes out of them, word for word.
  const [, removal = ''] = /npm cache clean --force && (.*)$/m.exec(text) ?? [];
  await promisify(execFile)('sh', ['-ec', removal], { cwd: folder });
  return folder;
}

/** Bytes of all files in a folder. */
async function sizeOf(folder: string): Promise<number> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  const sizes = await Promise.all(
    files.map(async (file) => (await stat(join(file.parentPath, file.name))).size),
  );
  return sizes.reduce((sum, size) => sum + size, 0);
}

onlyOn('sqlite', 'files are the same').describe('a build', () => {
  let context: string;
  let image: string;
  before(async () => {
    context = await makeContext();
    await copyBuild(context);
    image = await makeImage(context);
  });
  after(async () => {
    for (const folder of [context, image]) if (folder) await rm(folder, { recursive: true, force: true });
  });

  it('leaves an image below 200 MB, on a base of 141', async () => {
    const megabytes = (await sizeOf(image)) / 1e6;
    expect(megabytes).to.be.within(20, 59);
  });

  it('is all that an image needs: it starts, signs in, serves console and reference, and makes a backup', async () => {
    const env = {
      DATABASE_URL: `sqlite:${join(image, 'made.db')}`,
      SEED_DEMO: 'true',
      NODE_ENV: 'production',
    };
    expect(existsSync(join(image, 'service/server.ts')), 'sources').to.equal(false);
    expect(existsSync(join(image, 'node_modules/tsx')), 'a compiler').to.equal(false);
    const service = await startProcess({ project: image, env, launcher: true });
    try {
      const client = service.client();
      expect((await client.login('admin@demo.test')).status).to.equal(200);
      expect((await client.get('/health/ready')).status).to.equal(200);
      const page = await client.raw('GET', '/console');
      const [, script = ''] = /src="(\/console\/assets\/[\w-]+\.js)"/.exec(page.text) ?? [];
      expect((await client.raw('GET', script)).status).to.equal(200);
      expect((await client.raw('GET', '/docs/swagger-ui.css')).status).to.equal(200);
    } finally {
      await service.stop();
    }
    expect(service.stderr).to.equal('');
    const launched = { project: image, env, launcher: true };
    const backup = await runEntry(['backup', join(image, 'backup')], launched);
    expect([backup.code, backup.stderr]).to.deep.equal([0, '']);
    const migrated = await runEntry(['migrate'], launched);
    expect([migrated.code, migrated.stderr]).to.deep.equal([0, '']);
  });

  it('is used while the sources are what it was made of, and they are from then on', async () => {
    const env = { DATABASE_URL: `sqlite:${join(context, 'made.db')}` };
    const launched = { project: context, env, launcher: true };
    // The very same database, whichever of the two runs: migrations keep their names.
    const built = await runEntry(['migrate'], launched);
    expect([built.code, built.stderr]).to.deep.equal([0, '']);
    expect(built.stdout).to.match(/Migrations that have run on .* \(\d+\):\n {2}20261130150100_users\.ts\n/);
    await appendFile(join(context, 'service/project/version.ts'), "console.log('from the sources');\n");
    const stale = await runEntry(['migrate'], launched);
    expect([stale.code, stale.stderr]).to.deep.equal([
      0,
      'dist/ is older than the sources, so the sources run. npm run build updates it.\n',
    ]);
    expect(stale.stdout).to.include('from the sources').and.include('is up to date: nothing to do.');
  });

  it('is not needed: the packages that run are enough for the sources', async () => {
    await rm(join(context, 'dist'), { recursive: true });
    await rm(join(context, 'node_modules'));
    await linkPackages(context);
    const env = { DATABASE_URL: `sqlite:${join(context, 'unbuilt.db')}`, SEED_DEMO: 'true' };
    const service = await startProcess({ project: context, env, launcher: true });
    try {
      const client = service.client();
      expect((await client.login('admin@demo.test')).status).to.equal(200);
      expect((await client.raw('GET', '/console')).status).to.equal(200);
    } finally {
      await service.stop();
    }
    expect(service.stderr).to.equal('');
  });

  it('needs a command that there is', async () => {
    const unknown = await runEntry(['nonsense'], { launcher: true });
    expect(unknown.code).to.equal(1);
    expect(unknown.stderr).to.match(/^There is no command nonsense\.\n\nUse: millwright COMMAND\n/);
    const help = await runEntry(['--help'], { launcher: true });
    expect([help.code, help.stderr]).to.deep.equal([0, '']);
    expect(help.stdout).to.include('user create');
  });
});
