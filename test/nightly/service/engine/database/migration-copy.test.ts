/** An embedded database that is migrated: what it was before stays beside it. */
import { existsSync, readdirSync } from 'node:fs';
import { copyFile, mkdtemp, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { listMigrations } from '../../../../../engine/database/migrate.ts';
import { openDatabase } from '../../../../../engine/database/open.ts';
import { inspectCopy } from '../../../../../service/backup/copy.ts';
import { createTestDatabase, testConfig } from '../../../../harness/database.ts';
import { onlyOn, skipNow } from '../../../../harness/only-on.ts';
import { runEntry, startProcess } from '../../../../harness/process.ts';
import { mountSmallDisk, noSmallDisk } from '../../../../harness/small-disk.ts';

const embedded = onlyOn('sqlite', 'servers are copied by their own tools');
embedded.describe('migrating an embedded database', () => {
  let folder: string;
  let path: string;
  let env: Record<string, string>;
  let last: string;

  /** Puts a database there that lacks the last migration and holds a site. */
  async function makeOlder(place: string): Promise<void> {
    const template = await createTestDatabase('empty');
    const stamps = { created_at: '2026-01-31 08:00:00.000', updated_at: '2026-01-31 08:00:00.000' };
    await template.knex('sites').insert({ ...stamps, name: 'Kept', name_key: 'kept', search_text: '' });
    await template.knex.migrate.down();
    const [older = ''] = template.url.split(':').slice(1);
    await template.knex.destroy();
    await copyFile(older, place);
    await template.drop();
  }

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'millwright-migrating-'));
    path = join(folder, 'a.db');
    env = { DATABASE_URL: `sqlite:${path}`, SEED_DEMO: 'false' };
    last = ((await listMigrations()).at(-1) ?? '').replace('.ts', '');
    await makeOlder(path);
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  const copies = () => readdirSync(folder).filter((file) => file.includes('.before-'));

  async function expectCopy(): Promise<void> {
    expect(copies()).to.deep.equal([`a.db.before-${last}`]);
    const copy = join(folder, `a.db.before-${last}`);
    const { damage, migrations } = inspectCopy(copy);
    expect([damage, migrations.includes(`${last}.ts`)]).to.deep.equal([null, false]);
    const database = openDatabase(testConfig(`sqlite:${copy}`));
    expect(await database('sites').pluck('name')).to.deep.equal(['Kept']);
    await database.destroy();
  }

  it('keeps a copy at a start, and says so in one line', async () => {
    const service = await startProcess({ env });
    await service.kill();
    const lines = service.stdout.split('\n').filter((line) => line.includes('.before-'));
    expect(lines).to.have.lengthOf(1);
    expect(lines[0]).to.include(`a.db.before-${last}`);
    await expectCopy();
    expect(inspectCopy(path).migrations).to.include(`${last}.ts`);
  });

  it('keeps one with npm run migrate, which can be restored, and none where nothing is to be done', async () => {
    const migrated = await runEntry(['commands/migrate.ts'], { env });
    expect(migrated.stdout).to.match(/^A copy of the database from before is in \S+a\.db\.before-/);
    await expectCopy();
    const again = await runEntry(['commands/migrate.ts'], { env });
    expect(again.stdout).to.match(/^[^\n]* is up to date: nothing to do\.\n$/);

    const back = { ...env, DATABASE_URL: `sqlite:${folder}/back.db` };
    const restored = await runEntry(['commands/restore.ts', join(folder, `a.db.before-${last}`)], {
      env: back,
    });
    expect(restored.stderr).to.equal('');
    expect(inspectCopy(join(folder, 'back.db')).migrations).not.to.include(`${last}.ts`);
  });

  it('keeps three of them, the newest', async () => {
    for (const [age, name] of ['1', '2', '3', '4'].entries()) {
      const file = join(folder, `a.db.before-${name}`);
      await writeFile(file, '');
      await utimes(file, new Date(), new Date(Date.UTC(2025, 0, 1 + age)));
    }
    expect((await runEntry(['commands/migrate.ts'], { env })).code).to.equal(0);
    expect(copies()).to.deep.equal([`a.db.before-${last}`, 'a.db.before-3', 'a.db.before-4'].sort());
  });

  it('keeps none of a database that is new', async () => {
    const fresh = { ...env, DATABASE_URL: `sqlite:${folder}/fresh.db` };
    expect((await runEntry(['commands/migrate.ts'], { env: fresh })).code).to.equal(0);
    expect(copies()).to.deep.equal([]);
  });

  it('is not done where there is no room for the copy', async function () {
    const disk = mountSmallDisk(8 * 2 ** 20);
    if (disk === null) return skipNow(this, noSmallDisk);
    try {
      const place = join(disk.folder, 'a.db');
      await makeOlder(place);
      disk.fill(200_000);
      for (const entry of ['service/server.ts', 'commands/migrate.ts'] as const) {
        const { code, stdout, stderr } = await runEntry([entry], {
          env: { ...env, DATABASE_URL: `sqlite:${place}` },
        });
        expect(stderr).to.match(/^The copy \S+, which is kept before migrating, cannot be written: .+\.\n$/);
        expect([code, stdout]).to.deep.equal([1, '']);
      }
      expect(inspectCopy(place).migrations).not.to.include(`${last}.ts`);
      expect(existsSync(`${place}.before-${last}`)).to.equal(false);
      expect(readdirSync(disk.folder).filter((file) => file.endsWith('.part'))).to.deep.equal([]);
    } finally {
      disk.remove();
    }
  });
});
