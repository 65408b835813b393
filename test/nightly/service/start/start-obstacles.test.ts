/** Databases that a start and the commands cannot work on: one clear sentence each, and nothing else. */
import { statSync } from 'node:fs';
import { chmod, copyFile, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { expect } from 'chai';
import { createTestDatabase, type TestDatabase } from '../../../harness/database.ts';
import { onlyOn, skipNow } from '../../../harness/only-on.ts';
import { runEntry } from '../../../harness/process.ts';
import { mountSmallDisk, noSmallDisk } from '../../../harness/small-disk.ts';

type Entry = readonly [string, ...string[]];
const start: Entry = ['service/server.ts'];
const migrate: Entry = ['commands/migrate.ts'];

/**
 * Expects each of them to end with this one line, and the exit code 1.
 * @param everybodys a folder to run it in with the rights of everybody
 */
async function expectSentence(
  entries: readonly Entry[],
  url: string,
  sentence: RegExp,
  everybodys?: string,
): Promise<void> {
  for (const entry of entries) {
    const env = { DATABASE_URL: url, SEED_DEMO: 'false', LOG_LEVEL: 'warn' };
    const options = everybodys === undefined ? {} : { unprivileged: true, folder: everybodys };
    const { code, stdout, stderr } = await runEntry(entry, { env, ...options });
    expect(stderr, entry.join(' ')).to.match(/^[^\n]+\n$/);
    expect(stderr, entry.join(' ')).to.match(sentence);
    expect([code, stdout]).to.deep.equal([1, '']);
  }
}

describe('a database that cannot be worked on', () => {
  let database: TestDatabase;

  beforeEach(async () => {
    database = await createTestDatabase('empty');
  });
  afterEach(() => database.drop());

  it('is one that a newer version has changed, for a start and for every command', async () => {
    await database.knex('knex_migrations').insert({ name: '29990101000000_later.ts', batch: 2 });
    await database.knex.raw('alter table zones rename column description to details');
    const entries: Entry[] = [
      start,
      migrate,
      ['commands/seed/seed.ts'],
      ['commands/reindex.ts'],
      ['commands/accounts/user-reset-2fa.ts', 'a@demo.test'],
    ];
    const sentence =
      /was made by another version of this service \(it has had 29990101000000_later\.ts; “zones” has no “description” any more\): use that/;
    await expectSentence(entries, database.url, sentence);
  });

  const embedded = onlyOn('sqlite', 'a server is no file');
  embedded.describe('where it is a file', () => {
    let folder: string;

    before(async () => {
      folder = await mkdtemp(join(tmpdir(), 'millwright-obstacles-'));
      await chmod(folder, 0o755);
    });
    after(() => rm(folder, { recursive: true, force: true }));

    /** A copy of the database in a folder of its own, each with these rights. */
    async function copyTo(name: string, folderMode: number, fileMode: number): Promise<string> {
      const place = join(folder, name);
      await mkdir(place);
      await copyFile(database.url.replace('sqlite:', ''), join(place, 'a.db'));
      await chmod(join(place, 'a.db'), fileMode);
      await chmod(place, folderMode);
      return `sqlite:${join(place, 'a.db')}`;
    }

    it('is a text or a folder', async () => {
      await writeFile(join(folder, 'text'), 'words\n');
      await expectSentence([start, migrate], `sqlite:${folder}/text`, /text is not a SQLite database: check/);
      await mkdir(join(folder, 'folder'));
      const sentence = /folder is a folder: give a file in DATABASE_URL\.$/m;
      await expectSentence([start, migrate], `sqlite:${folder}/folder`, sentence);
    });

    it('is one that this user may not write, or not read', async function () {
      if (!isOpenToAll(resolve(import.meta.dirname, '../../../..')))
        return skipNow(this, 'other users may not read this folder');
      const unwritable = /a\.db cannot be written: check the rights of the file and of its folder\.$/m;
      const closed =
        /a\.db cannot be opened: check DATABASE_URL and the rights of the file and of its folder\.$/m;
      await expectSentence([start], await copyTo('file', 0o777, 0o444), unwritable, folder);
      await expectSentence([start], await copyTo('shut', 0o555, 0o444), unwritable, folder);
      await expectSentence([start], await copyTo('closed', 0o777, 0o000), closed, folder);
      const backup: Entry = ['commands/backup.ts', join(folder, 'b')];
      const refused = /The backup \S+ cannot be written: this user may not/;
      await expectSentence([backup], await copyTo('kept', 0o777, 0o000), refused, folder);
    });

    it('is one on a full disk', async function () {
      const disk = mountSmallDisk(8 * 2 ** 20);
      if (disk === null) return skipNow(this, noSmallDisk);
      try {
        const used = join(disk.folder, 'used.db');
        await copyFile(database.url.replace('sqlite:', ''), used);
        disk.fill();
        const full =
          /\.db cannot be written: (there is no room left on its disk|its disk is full or fails)\.$/m;
        await expectSentence([start, ['commands/seed/seed.ts']], `sqlite:${used}`, full);
        await expectSentence([start, migrate], `sqlite:${disk.folder}/new.db`, full);
      } finally {
        disk.remove();
      }
    });
  });
});

/** Whether all users can read the project; otherwise no other user could run it. */
function isOpenToAll(path: string): boolean {
  const open = (statSync(path).mode & 0o005) === 0o005;
  return open && (dirname(path) === path || isOpenToAll(dirname(path)));
}
