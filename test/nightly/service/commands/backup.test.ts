/** Backups of the embedded database: whole or not there, with all that was answered, and good to go on with. */
import { existsSync, readdirSync, watch } from 'node:fs';
import {
  chmod,
  copyFile,
  mkdir,
  mkdtemp,
  readFile,
  rm,
  stat,
  truncate,
  utimes,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { expect } from 'chai';
import { generateSync } from 'otplib';
import { openDatabase } from '../../../../engine/database/open.ts';
import { inspectCopy } from '../../../../service/backup/copy.ts';
import { draftOf } from '../../../../service/backup/whole-file.ts';
import { createTestDatabase, testAppKey, testConfig } from '../../../harness/database.ts';
import { onlyOn, skipNow } from '../../../harness/only-on.ts';
import { launch, runEntry, type ServiceProcess, startProcess } from '../../../harness/process.ts';
import { mountSmallDisk, noSmallDisk } from '../../../harness/small-disk.ts';

type Environment = Record<string, string>;

/** Expects a command to refuse in one line. */
async function expectRefusal(
  entry: [string, ...string[]],
  env: Environment,
  sentence: RegExp,
  folder?: string,
) {
  const { code, stdout, stderr } = await runEntry(entry, { env, ...(folder && { folder }) });
  expect(stderr).to.match(/^[^\n]+\n$/);
  expect(stderr).to.match(sentence);
  expect([code, stdout]).to.deep.equal([1, '']);
}

const onServers = onlyOn('mysql', 'the embedded database has a backup of its own');
onServers.describe('backups', () => {
  it('of a server are made and put back by its own tools, as the commands say', async () => {
    const env = { DATABASE_URL: 'mysql://ann:h1dden@127.0.0.1/plant', APP_KEY: testAppKey };
    const sentence = (tool: string) => new RegExp(`^(?!.*h1dden).*MariaDB and MySQL use ${tool}.*APP_KEY`);
    await expectRefusal(['commands/backup.ts', 'a.backup'], env, sentence('mariadb-dump --single-tran'));
    await expectRefusal(['commands/restore.ts', 'a.backup'], env, sentence('the mariadb client'));
  });
});

const embedded = onlyOn('sqlite', 'servers have tools of their own');
embedded.describe('backups', () => {
  let folder: string;
  /** The folder of a service whose database and key are at the default place, with the demo data. */
  let place: string;
  let service: ServiceProcess | undefined;
  const own = { APP_KEY: '', LOG_LEVEL: 'warn' };

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'millwright-backup-'));
    place = join(folder, 'first');
    await mkdir(place);
    service = await startProcess({ folder: place, env: own });
  });
  after(async () => {
    await service?.kill();
    await rm(folder, { recursive: true, force: true });
  });

  const backUp = (file: string, env: Environment = own) =>
    runEntry(['commands/backup.ts', file], { folder: place, env });
  const parts = (name: string, at = folder) => readdirSync(at).filter((file) => file.startsWith(name));

  it('hold what was answered before they began, while writes go on', async () => {
    const client = service?.client() ?? expect.fail('no service');
    await client.login('manager@demo.test');
    const answered: string[] = [];
    let stopped = false;
    const writing = (async () => {
      for (let serial = 1; !stopped && serial < 2000; serial += 1) {
        const name = `Written ${serial}`;
        const reply = await client.post('/zones', { name });
        expect(reply.status, reply.text).to.equal(201);
        answered.push(name);
      }
    })();
    while (answered.length < 20) await Promise.race([writing, new Promise(setImmediate)]);
    const before = [...answered];
    const file = join(folder, 'busy.backup');
    const made = await backUp(file);
    stopped = true;
    await writing;
    expect([made.code, made.stderr], made.stderr).to.deep.equal([0, '']);
    expect(made.stdout).to.match(/busy\.backup \([\d,]+ KiB\) has the database and its key/);
    expect(answered.length).to.be.greaterThan(before.length);
    expect((await stat(file)).mode & 0o777).to.equal(0o600);
    expect(inspectCopy(file)).to.deep.include({ damage: null });

    const env = { DATABASE_URL: `sqlite:${folder}/again.db`, APP_KEY: '' };
    const restored = await runEntry(['commands/restore.ts', file], { folder: place, env });
    expect(restored.stdout).to.match(
      /busy\.backup \(made at .*Z\) has been restored to .*again\.db, with its key/,
    );
    const database = openDatabase(testConfig(`sqlite:${folder}/again.db`));
    const names = await database('zones').pluck('name');
    await database.destroy();
    expect(names).to.include.members(before);
    expect(parts('again.db').sort()).to.include.members(['again.db', 'again.db.key']);
  });

  it('are served as before once they are restored: sessions, passwords and second factors', async () => {
    const client = service?.client() ?? expect.fail('no service');
    await client.login('admin@demo.test');
    const file = join(folder, 'whole.backup');
    const told = await backUp(file, { ...own, FILES_FOLDER: folder });
    expect(told.code).to.equal(0);
    expect(told.stdout).to.match(
      /\nIt does not have the files in .+ \(FILES_FOLDER\)\. Copy that folder now\.\n$/,
    );
    const next = join(folder, 'next');
    await mkdir(next);
    const restored = await runEntry(['commands/restore.ts', file], { folder: next, env: own });
    expect([restored.code, restored.stderr]).to.deep.equal([0, '']);
    const key = (at: string) => readFile(join(at, 'data/millwright.db.key'), 'utf8');
    expect(await key(next)).to.equal(await key(place));
    // Nothing of the key stays in the database itself.
    const bytes = await readFile(join(next, 'data/millwright.db'));
    expect(bytes.includes((await key(next)).trim())).to.equal(false);

    const second = await startProcess({ folder: next, env: own });
    try {
      const again = second.client();
      for (const [name, value] of client.cookies) again.cookies.set(name, value);
      expect((await again.get('/user')).status).to.equal(200);
      const secure = second.client();
      const login = await secure.login('secure@demo.test');
      expect(login.body).to.deep.equal({ two_factor: true });
      const code = generateSync({ secret: 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP' });
      expect((await secure.post('/auth/two-factor-challenge', { code })).status).to.equal(204);
    } finally {
      await second.kill();
    }
  });

  it('overwrite nothing, and leave nothing behind where they are refused', async () => {
    const file = join(folder, 'taken.backup');
    await writeFile(file, 'mine');
    const command: [string, string] = ['commands/backup.ts', file];
    await expectRefusal(command, own, /taken\.backup cannot be written: a file of that name is there/, place);
    expect(await readFile(file, 'utf8')).to.equal('mine');
    await expectRefusal(['commands/backup.ts', `${folder}/no/b`], own, /its folder is not there/, place);
    await expectRefusal(['commands/backup.ts'], own, /^Use: npm run backup -- FILE/, place);
    await expectRefusal(
      ['commands/backup.ts'],
      { ...own, BACKUP_FOLDER: `${folder}/no` },
      /\/no\/millwright-[\dT-]+\.millwright cannot be written: its folder is not there/,
      place,
    );
    const elsewhere = { ...own, DATABASE_URL: `sqlite:${folder}/nothing.db` };
    await expectRefusal(
      ['commands/backup.ts', `${folder}/b`],
      elsewhere,
      /There is no database .*nothing\.db/,
    );
    expect(parts('nothing.db')).to.deep.equal([]);
    const memory = { DATABASE_URL: 'sqlite::memory:' };
    await expectRefusal(['commands/backup.ts', `${folder}/b`], memory, /in memory ends with its process/);
  });

  it('say that the key is not in them where APP_KEY gives it', async () => {
    const database = await createTestDatabase('empty');
    const file = join(folder, 'keyless.backup');
    const env = { DATABASE_URL: database.url, APP_KEY: testAppKey };
    const made = await runEntry(['commands/backup.ts', file], { env });
    expect(made.stdout).to.match(/has the database, but not its key\. The key is in APP_KEY/);
    await database.drop();
    const restored = await runEntry(['commands/restore.ts', file], { env });
    expect(restored.stdout).to.match(/without a key: it must be the key in APP_KEY/);
    await database.drop();
    const bare = await runEntry(['commands/restore.ts', file], { env: { ...env, APP_KEY: '' } });
    expect(bare.stdout).to.match(/without a key: set APP_KEY to the key/);
    await database.drop();
  });

  describe('are not restored', () => {
    let backup: string;
    before(async () => {
      backup = join(folder, 'good.backup');
      expect((await backUp(backup)).code).to.equal(0);
    });

    const expectNothing = async (file: string, sentence: RegExp, name = 'nowhere.db') => {
      const env = { ...own, DATABASE_URL: `sqlite:${folder}/${name}` };
      const before = parts(name).sort();
      await expectRefusal(['commands/restore.ts', file], env, sentence);
      expect(parts(name).sort()).to.deep.equal(before);
    };

    for (const suffix of ['', '-wal', '-shm']) {
      it(`over a database, where the file with "${suffix}" behind its name is there`, async () => {
        const name = `there${suffix}.db`;
        await writeFile(join(folder, `${name}${suffix}`), 'mine');
        await expectNothing(backup, new RegExp(`${name}${suffix} exists, .*overwrites nothing`), name);
        expect(await readFile(join(folder, `${name}${suffix}`), 'utf8')).to.equal('mine');
      });
    }

    it('beside the key of another database', async () => {
      await writeFile(join(folder, 'keyed.db.key'), `${testAppKey}\n`);
      await expectNothing(backup, /keyed\.db\.key has another key than .*Move it away/, 'keyed.db');
    });

    it('from a file that is missing, no database, of something else, damaged, cut or of a newer version', async () => {
      await expectNothing(join(folder, 'missing'), /^There is no file .*missing/);
      await expectNothing(folder, /^There is no file/);
      const text = join(folder, 'text');
      await writeFile(text, 'No database, only a few words. '.repeat(100));
      await expectNothing(text, /text is not a SQLite database/);

      const foreign = join(folder, 'foreign');
      const other = openDatabase(testConfig(`sqlite:${foreign}`));
      await other.schema.createTable('notes', (t) => t.increments('id'));
      await other.destroy();
      await expectNothing(foreign, /is a database in use|not a database of this service/);
      await copyFile(foreign, join(folder, 'alone'));
      await expectNothing(join(folder, 'alone'), /alone is not a database of this service/);

      const damaged = join(folder, 'damaged');
      const bytes = await readFile(backup);
      for (let page = 20; page < 60; page += 1) bytes.fill(0xa5, page * 4096, (page + 1) * 4096);
      await writeFile(damaged, bytes);
      await expectNothing(damaged, /damaged is damaged/);
      await writeFile(damaged, await readFile(backup));
      await truncate(damaged, 40 * 4096);
      await expectNothing(damaged, /damaged is damaged/);

      const older = join(folder, 'older');
      await copyFile(backup, older);
      const earlier = openDatabase(testConfig(`sqlite:${older}`));
      await earlier('knex_migrations').update({
        name: earlier.raw("replace(name, '20261130150', '20260101000')"),
      });
      await earlier.raw('PRAGMA journal_mode=DELETE');
      await earlier.destroy();
      await expectNothing(older, /older was made before version 1\.0, whose tables are others: keep /);

      const newer = join(folder, 'newer');
      await copyFile(backup, newer);
      const later = openDatabase(testConfig(`sqlite:${newer}`));
      await later('knex_migrations').insert({ name: '29990101000000_later.ts', batch: 2 });
      await later.raw('PRAGMA journal_mode=DELETE');
      await later.destroy();
      await expectNothing(newer, /made by a newer version .*29990101000000_later\.ts/);
    });
  });

  describe('killed in the middle', () => {
    /** Kills a command as soon as its draft is there. @returns whether that was before it was through */
    async function killAtDraft(entry: [string, string], env: Environment, at: string): Promise<boolean> {
      const watcher = watch(at);
      const { child, exited } = await launch(entry, { folder: place, env });
      watcher.on('change', (_, name) => {
        if (String(name).includes('.part')) child.kill('SIGKILL');
      });
      const { signal } = await exited;
      watcher.close();
      return signal === 'SIGKILL';
    }

    it('are not there, and the next run leaves no trace of that', async () => {
      const file = join(folder, 'killed.backup');
      expect(await killAtDraft(['commands/backup.ts', file], own, folder)).to.equal(true);
      expect(existsSync(file)).to.equal(false);
      expect(parts('killed.backup').some((name) => name.endsWith('.part'))).to.equal(true);
      // Of a process that is there, and of one elsewhere that may be.
      const living = draftOf(join(folder, 'living.backup'));
      const elsewhere = join(folder, 'elsewhere.backup.abcdef-1-abcdef.part');
      for (const draft of [living, elsewhere]) await writeFile(draft, '');
      // One that is made every night has another name each time.
      expect((await backUp(join(folder, 'next.backup'))).code).to.equal(0);
      expect(parts('killed.backup')).to.deep.equal([]);
      expect([living, elsewhere].map((draft) => existsSync(draft))).to.deep.equal([true, true]);
      await utimes(elsewhere, 0, 0);
      expect((await backUp(file)).code).to.equal(0);
      expect(parts('').filter((name) => name.includes('.part'))).to.deep.equal([basename(living)]);
      await rm(living);
    });

    it('are not half restored, and can be restored after that', async () => {
      const file = join(folder, 'source.backup');
      expect((await backUp(file)).code).to.equal(0);
      const env = { ...own, DATABASE_URL: `sqlite:${folder}/halved.db` };
      expect(await killAtDraft(['commands/restore.ts', file], env, folder)).to.equal(true);
      expect(existsSync(join(folder, 'halved.db'))).to.equal(false);
      await chmod(file, 0o644);
      expect((await runEntry(['commands/restore.ts', file], { env })).code).to.equal(0);
      for (const name of parts('halved.db'))
        expect((await stat(join(folder, name))).mode & 0o777, name).to.equal(0o600);
      expect(parts('halved.db').sort()).to.deep.equal(['halved.db', 'halved.db.key']);
      expect(inspectCopy(join(folder, 'halved.db')).damage).to.equal(null);
    });
  });

  it('on a full disk are refused, with nothing left of them', async function () {
    const disk = mountSmallDisk(2 ** 20);
    if (disk === null) return skipNow(this, noSmallDisk);
    try {
      const file = join(disk.folder, 'full.backup');
      await expectRefusal(['commands/backup.ts', file], own, /no room left on its disk|disk is full/, place);
      expect(readdirSync(disk.folder)).to.deep.equal([]);
    } finally {
      disk.remove();
    }
  });
});
