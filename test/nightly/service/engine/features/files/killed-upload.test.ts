/** A process that is killed in the middle of an upload: what it leaves is removed, and disturbs no later upload. */
import { mkdtempSync, readdirSync, rmSync, statSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { createFileStore } from '../../../../../../engine/features/files/store/store.ts';
import { createTestDatabase, type TestDatabase } from '../../../../../harness/database.ts';
import { launch } from '../../../../../harness/process.ts';
import { scratchFolder } from '../../../../../harness/scratch.ts';
import { until } from '../../../../../harness/until.ts';

const hour = 3_600_000;

describe('an upload whose process is killed', () => {
  let database: TestDatabase;
  let folder: string;

  before(async () => {
    database = await createTestDatabase();
    folder = mkdtempSync(join(scratchFolder(), 'files-'));
  });
  after(async () => {
    await database?.drop();
    rmSync(folder, { recursive: true, force: true });
  });

  for (const place of ['the database', 'a folder'] as const) {
    it(`leaves nothing in ${place} that is not swept`, async () => {
      const own = place === 'a folder' ? folder : null;
      const store = createFileStore(database.knex, own);
      const words = [database.url, ...(own === null ? [] : [own])];
      const { child, exited, output } = await launch(['test/harness/endless-upload.ts', ...words], {});
      const enough = async () => (await store.figures()).pendingBytes > 1_000_000;
      await until('it is in the middle', enough, { tell: () => output.stderr });
      child.kill('SIGKILL');
      expect((await exited).signal).to.equal('SIGKILL');

      const { signal } = new AbortController();
      await store.sweep(signal);
      expect((await store.figures()).pendingBytes).to.be.above(1_000_000);
      await database.knex('files').update({ touched_at: database.knex.raw('touched_at - ?', [hour]) });
      for (const name of own === null ? [] : readdirSync(join(own, 'pending'))) {
        const path = join(own ?? '', 'pending', name);
        const then = (statSync(path).mtimeMs - hour) / 1000;
        utimesSync(path, then, then);
      }
      await store.sweep(signal);
      expect(await store.figures()).to.deep.equal({ bytes: 0, pendingBytes: 0 });
      for (const table of ['files', 'file_pieces'])
        expect(await database.knex(table).pluck('id'), table).to.deep.equal([]);
      expect(readdirSync(folder, { recursive: true }).filter((name) => name !== 'pending')).to.deep.equal([]);
    });
  }
});
