/** Bytes of files, in each store: whole, once a site, and removed when no row refers to them any more. */
import { createHash, randomBytes } from 'node:crypto';
import { existsSync, readdirSync, statSync, truncateSync, utimesSync } from 'node:fs';
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'chai';
import { poolUse } from '../../../../../engine/database/knex-internals.ts';
import { transact } from '../../../../../engine/database/transaction.ts';
import { examineFiles } from '../../../../../engine/features/files/store/examine.ts';
import { QuotaError, referToFile, releaseFile } from '../../../../../engine/features/files/store/ledger.ts';
import { createFileStore, type StoredFile } from '../../../../../engine/features/files/store/store.ts';
import { prepareDatabase } from '../../../../../service/start/prepare-database.ts';
import { createTestDatabase, type TestDatabase, testConfig } from '../../../../harness/database.ts';
import { scratchFolder } from '../../../../harness/scratch.ts';

const piece = 256 * 1024;
const minute = 60_000;
const [north, south] = [1, 2];
const signal = new AbortController().signal;

async function* inChunks(bytes: Buffer, length: number): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += length) yield bytes.subarray(at, at + length);
}

const sha256 = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');

for (const place of ['the database', 'a folder'] as const) {
  describe(`files in ${place}`, () => {
    let database: TestDatabase;
    let folder: string;
    let store: ReturnType<typeof createFileStore>;

    before(async () => {
      database = await createTestDatabase();
      folder = await mkdtemp(join(scratchFolder(), 'files-'));
      store = createFileStore(database.knex, place === 'a folder' ? folder : null);
    });
    after(async () => {
      await database?.drop();
      await rm(folder, { recursive: true, force: true });
    });
    afterEach(async () => {
      for (const table of ['file_totals', 'file_pieces', 'files']) await database.knex(table).delete();
      for (const name of readdirSync(folder)) await rm(join(folder, name), { recursive: true });
    });

    const write = (bytes: Buffer, site = north): Promise<StoredFile> =>
      store.write(site, inChunks(bytes, 100_000));
    const read = async (file: StoredFile, start = 0, end = file.size - 1): Promise<Buffer> => {
      const parts: Buffer[] = [];
      for await (const part of store.read(file, { start, end })) parts.push(part);
      return Buffer.concat(parts);
    };
    const refer = (file: StoredFile, quota: number | null = null) =>
      transact(database.knex, (trx) => referToFile(trx, file, quota));
    const releaseOne = (file: StoredFile) => transact(database.knex, (trx) => releaseFile(trx, file));
    /** Everything that was written was written so much earlier. */
    const age = async (ms: number): Promise<void> => {
      await database.knex('files').update({ touched_at: database.knex.raw('touched_at - ?', [ms]) });
      for (const file of stored()) {
        const { mtimeMs } = statSync(file);
        utimesSync(file, (mtimeMs - ms) / 1000, (mtimeMs - ms) / 1000);
      }
    };
    const stored = (): string[] =>
      readdirSync(folder, { recursive: true, encoding: 'utf8' })
        .map((name) => join(folder, name))
        .filter((path) => statSync(path).isFile());
    /** How many contents there are, whole or in part, and how many rows of them. */
    const left = async (): Promise<[bytes: number, rows: number]> => [
      place === 'a folder'
        ? stored().length
        : (await database.knex('file_pieces').distinct('file_id').pluck('file_id')).length,
      (await database.knex('files').pluck('id')).length,
    ];

    it('come back as they were, whole and in any part', async () => {
      for (const size of [1, piece - 1, piece, piece + 1, 2 * piece, 700_001]) {
        const bytes = randomBytes(size);
        for (const length of [size, 65_536, 300_001]) {
          const file = await store.write(north, inChunks(bytes, length));
          expect(file).to.deep.include({ size, sha256: sha256(bytes), siteId: north });
        }
        const file = await write(bytes);
        for (const [start, end] of [
          [0, size - 1],
          [size - 1, size - 1],
          [Math.min(piece - 1, size - 1), Math.min(piece, size - 1)],
          [Math.floor(size / 3), Math.floor(size / 2)],
        ] as const) {
          const part = await read(file, start, end);
          expect(part.equals(bytes.subarray(start, end + 1)), `${start}-${end} of ${size}`).to.equal(true);
        }
      }
    });

    it('are there once a site where they are equal', async () => {
      const bytes = randomBytes(piece + 5);
      const all = await Promise.all([write(bytes), write(bytes), write(bytes), write(bytes, south)]);
      expect(new Set(all.map((file) => file.sha256)).size).to.equal(1);
      expect(all.filter(({ upload, siteId }) => upload && siteId === north)).to.have.lengthOf(1);
      expect(await left()).to.deep.equal([2, 2]);
      for (const file of all) expect((await read(file)).equals(bytes)).to.equal(true);
    });

    it('are not read as whole where some of them are lost', async () => {
      const file = await write(randomBytes(piece + 5));
      if (place === 'a folder') for (const path of stored()) truncateSync(path, piece + 2);
      else {
        const last = database.knex('file_pieces').where({ position: 1 });
        await last.update({ size: 2, bytes: randomBytes(2) });
      }
      const error = await read(file).catch((reason: unknown) => reason);
      expect(String(error)).to.include(`The file ${file.sha256} of site ${north} lacks 3 bytes.`);
      expect(await read(file, 0, piece)).to.have.lengthOf(piece + 1);
    });

    it('hold no connection, transaction or lock while they come', async () => {
      const bytes = randomBytes(3 * piece);
      let looked = 0;
      async function* slowly(): AsyncGenerator<Buffer> {
        for await (const chunk of inChunks(bytes, piece)) {
          yield chunk;
          await new Promise((resolve) => setImmediate(resolve));
          expect(poolUse(database.knex)).to.deep.include({ used: 0 });
          const other = await write(randomBytes(10), south);
          await transact(database.knex, (trx) => referToFile(trx, other, null));
          looked += 1;
        }
      }
      const file = await store.write(north, slowly());
      expect(looked).to.equal(3);
      expect((await read(file)).equals(bytes)).to.equal(true);
    });

    it('leave nothing where their source fails', async () => {
      async function* broken(): AsyncGenerator<Buffer> {
        yield randomBytes(2 * piece);
        expect((await store.figures()).pendingBytes).to.equal(2 * piece);
        throw new Error('The client has left.');
      }
      const error = await store.write(north, broken()).catch((reason: unknown) => reason);
      expect(String(error)).to.include('The client has left.');
      expect(await left()).to.deep.equal([0, 0]);
      expect(await store.figures()).to.deep.equal({ bytes: 0, pendingBytes: 0 });
    });

    it('are removed if they became no row, but not if another row has them', async () => {
      const alone = await write(randomBytes(piece + 1));
      await store.forget(alone);
      expect(await left()).to.deep.equal([0, 0]);

      const bytes = randomBytes(piece + 1);
      const first = await write(bytes);
      const second = await write(bytes);
      await store.forget(first);
      await refer(second);
      await store.forget(second);
      await store.forget(first);
      expect((await read(second)).equals(bytes)).to.equal(true);
      expect(await left()).to.deep.equal([1, 1]);
    });

    it('are kept for as long as a row refers to them, and a day', async () => {
      const [one, twice] = [await write(randomBytes(10)), await write(randomBytes(2 * piece))];
      await refer(one);
      await refer(twice);
      await refer(twice);
      expect((await store.figures()).bytes).to.equal(10 + 2 * piece);
      await age(25 * 60 * minute);
      await store.sweep(signal);
      expect(await left()).to.deep.equal([2, 2]);

      await releaseOne(one);
      await releaseOne(twice);
      expect((await store.figures()).bytes).to.equal(2 * piece);
      await age(23 * 60 * minute);
      await store.sweep(signal);
      expect(await left()).to.deep.equal([2, 2]);
      await age(2 * 60 * minute);
      await store.sweep(signal);
      expect(await left()).to.deep.equal([1, 1]);
      expect((await read(twice)).length).to.equal(2 * piece);
      const error = await releaseOne(one).catch((reason: unknown) => reason);
      expect(String(error)).to.include('none does');
    });

    it('are swept an hour after their upload was begun, which then comes to nothing', async () => {
      async function* stalled(): AsyncGenerator<Buffer> {
        yield randomBytes(piece + 1);
        await age(59 * minute);
        await store.sweep(signal);
        expect((await left())[0]).to.equal(1);
        await age(2 * minute);
        await store.sweep(signal);
        expect(await left()).to.deep.equal([0, 0]);
        yield randomBytes(piece);
      }
      const error = await store.write(north, stalled()).catch((reason: unknown) => reason);
      expect(error).to.be.instanceOf(Error);
      expect(await left()).to.deep.equal([0, 0]);
    });

    it('have a quota, which two at once do not pass, and in which equal ones count once', async () => {
      const files = await Promise.all([1, 2, 3].map(() => write(randomBytes(600))));
      const quota = 1300;
      const ends = await Promise.allSettled(files.map((file) => refer(file, quota)));
      const refused = ends.flatMap((end) => (end.status === 'rejected' ? [end.reason] : []));
      expect(refused).to.have.lengthOf(1);
      expect(refused[0]).to.be.instanceOf(QuotaError).and.to.have.property('left', 100);
      expect((await store.figures()).bytes).to.equal(1200);
      const [kept] = files.filter((_, at) => ends[at]?.status === 'fulfilled');
      if (!kept) throw new Error('None was kept.');
      await refer(kept, quota);
      expect((await store.figures()).bytes).to.equal(1200);
      // Another site has a quota of its own.
      await refer(await write(randomBytes(600), south), quota);
    });

    it('are looked at by the doctor: bytes that are not there, of another length, or unused', async () => {
      const own = place === 'a folder' ? folder : null;
      const look = (most = 100) => examineFiles(database.knex, own, most);
      const sound = { looked: 0, whole: true, lacking: [], wrong: [], unused: 0 };
      expect(await look()).to.deep.equal(sound);
      const [one, two, three] = await Promise.all([1, 2, 3].map((size) => write(randomBytes(size * piece))));
      if (!one || !two || !three) throw new Error('They were not written.');
      expect(await look(2)).to.deep.equal({ ...sound, looked: 2, whole: false });
      for (const file of [one, two]) await refer(file);
      await age(3 * 24 * 60 * minute);
      const pathOf = (file: StoredFile) => join(folder, '1', file.sha256.slice(0, 2), file.sha256);
      const idOf = (file: StoredFile) => database.knex('files').where({ name: file.sha256 }).select('id');
      if (own) {
        await rm(pathOf(one));
        await writeFile(pathOf(two), 'short');
      } else {
        await database.knex('file_pieces').whereIn('file_id', idOf(one)).delete();
        await database.knex('file_pieces').whereIn('file_id', idOf(two)).where({ position: 1 }).delete();
      }
      const found = { lacking: [`1/${one.sha256}`], wrong: [`1/${two.sha256}`], unused: 1 };
      expect(await look()).to.deep.equal({ ...found, looked: 3, whole: true });
    });

    if (place === 'a folder') {
      it('are read and removed in the database too, from before there was a folder', async () => {
        const before = createFileStore(database.knex, null);
        const bytes = randomBytes(piece + 5);
        const old = await before.write(north, inChunks(bytes, 100_000));
        await refer(old);
        expect((await read(old)).equals(bytes)).to.equal(true);
        expect((await read(old, piece, piece + 2)).equals(bytes.subarray(piece, piece + 3))).to.equal(true);
        expect(await examineFiles(database.knex, folder, 100))
          .to.include({ looked: 1, unused: 0 })
          .and.to.deep.include({ lacking: [], wrong: [] });
        // The same bytes are the same file.
        const again = await write(bytes);
        expect(again.upload).to.equal(null);
        await refer(again);
        for (const file of [old, again]) await releaseOne(file);
        await age(25 * 60 * minute);
        await store.sweep(signal);
        expect(stored()).to.deep.equal([]);
        for (const table of ['file_pieces', 'files'])
          expect(await database.knex(table).pluck('id'), table).to.deep.equal([]);
      });

      it('are missed by a start without the folder, which says how many they are', async () => {
        await write(randomBytes(5));
        await createFileStore(database.knex, null).write(north, inChunks(randomBytes(5), 5));
        const start = (settings: Record<string, string>) =>
          prepareDatabase(database.knex, testConfig(database.url, settings)).catch(String);
        expect(await start({})).to.match(
          /FILES_FOLDER is not set.+bytes of one file .+ set it to the folder/,
        );
        expect(await start({ FILES_FOLDER: folder })).to.be.an('object');
      });

      it('are passed over by the doctor where they go while it looks', async () => {
        const shelf = join(folder, '1', 'ab');
        await mkdir(shelf, { recursive: true });
        // Listed, and not there: as what a sweep takes away in between.
        await symlink(join(folder, 'nowhere'), join(shelf, `ab${'0'.repeat(62)}`));
        expect(await examineFiles(database.knex, folder, 100)).to.include({ looked: 0, unused: 0 });
      });

      it('of no row are removed after a day, and others left alone', async () => {
        const bytes = randomBytes(20);
        const kept = await write(bytes);
        await refer(kept);
        const path = join(folder, '1', kept.sha256.slice(0, 2), kept.sha256);
        expect(existsSync(path)).to.equal(true);
        const stray = path.replace(/.{4}$/, (end) => (end === '0000' ? '1111' : '0000'));
        await writeFile(stray, 'of a newer database');
        await writeFile(join(folder, 'README'), 'of the operator');
        await store.sweep(signal);
        expect(existsSync(stray)).to.equal(true);
        await age(25 * 60 * minute);
        await store.sweep(signal);
        expect(stored().sort()).to.deep.equal([path, join(folder, 'README')].sort());
      });
    }
  });
}
