/** Searches by the index of the searched texts: the same answer as a look through every row, for any words. */
import { expect } from 'chai';
import fc from 'fast-check';
import { reindex } from '../../../../commands/stored/reindex.ts';
import { resourceAt } from '../../../../engine/model/resource.ts';
import { fold } from '../../../../engine/values.ts';
import { addSearchIndex } from '../../../../migrations/columns/search.ts';
import { createRegistry } from '../../../../service/project/registry.ts';
import type { Client } from '../../../harness/client.ts';
import { databaseKind } from '../../../harness/database.ts';
import { announceSeed, longest, search } from '../../../harness/random/search.ts';
import { type Service, startService } from '../../../harness/service.ts';
import { cases, names, zoneRow } from './world.ts';

/** Ids of the demo's Plant North, where the manager is, and Plant South. */
const [north, south] = [2, 3];

describe('a search', function () {
  this.timeout(longest);
  let service: Service;
  let manager: Client;
  let ids: number[];
  /** Questions that were put to the index. */
  let asked: string[] = [];

  before(async () => {
    announceSeed();
    service = await startService({ seed: 'demo' });
    manager = await service.signedIn('manager@demo.test');
    service.database.knex.on('query', ({ sql }: { sql: string }) => {
      if (/\bmatch\b/.test(sql)) asked.push(sql);
    });
    ids = [];
    for (const name of names) {
      const { status, body, text } = await manager.post('/zones', { name });
      expect(status, text).to.equal(201);
      ids.push(body.data.id);
    }
  });
  after(() => service?.stop());
  beforeEach(() => {
    asked = [];
  });

  const found = async (path: string, text: string, client = manager): Promise<number[]> => {
    const rows: number[] = [];
    for (let page = 1; ; page += 1) {
      const query = `search=${encodeURIComponent(text)}&sort=created_at&per_page=100&page=${page}`;
      const reply = await client.get(`${path}?${query}`);
      expect(reply.status, reply.text.slice(0, 300)).to.equal(200);
      rows.push(...reply.body.data.map(({ id }: { id: number }) => id));
      if (page >= reply.body.meta.last_page) {
        expect(reply.body.meta.total, text).to.equal(rows.length);
        return rows.sort((a, b) => a - b);
      }
    }
  };

  for (const [text, wanted] of cases) {
    it(`for ${JSON.stringify(text.length > 40 ? `${text.slice(0, 3)}… (${text.length})` : text)}`, async () => {
      const own = (await found('/zones', text)).filter((id) => ids.includes(id));
      expect(own.map((id) => ids.indexOf(id))).to.deep.equal(wanted);
    });
  }

  it('asks the index for words of three characters, and for no shorter ones', async () => {
    await found('/zones', 'lan');
    expect(asked).to.have.lengthOf(1);
    await found('/zones', '泵房');
    expect(asked).to.have.lengthOf(1);
    await found('/zones', 'elan vital');
    expect(asked).to.have.lengthOf(2);
  });

  it('sees what was written, changed and deleted at once', async () => {
    const { body } = await manager.post('/zones', { name: 'Quaywall' });
    const { id } = body.data;
    expect(await found('/zones', 'aywal')).to.deep.equal([id]);
    expect((await manager.patch(`/zones/${id}`, { name: 'Riverbank' })).status).to.equal(200);
    expect(await found('/zones', 'aywal')).to.deep.equal([]);
    expect(await found('/zones', 'verban')).to.deep.equal([id]);
    expect((await manager.patch(`/zones/${id}`, { description: 'Quaywall' })).status).to.equal(200);
    expect(await found('/zones', 'aywal')).to.deep.equal([]);
    expect((await manager.patch(`/zones/${id}`, { name: 'Quaywall' })).status).to.equal(200);
    expect(await found('/zones', 'aywal')).to.deep.equal([id]);
    expect((await manager.delete(`/zones/${id}`)).status).to.equal(204);
    expect(await found('/zones', 'aywal')).to.deep.equal([]);
    expect(asked).to.have.lengthOf(6);
  });

  it('finds texts of any length, of which the index of a server keeps a limited number of words', async () => {
    const { knex } = service.database;
    const { body } = await manager.get('/materials?per_page=1');
    const filler = (letters: readonly string[], length: number) =>
      Array.from({ length }, (_, at) => letters[(at * at + 7 * at) % letters.length]).join('');
    const latin = [...'abcdefghij klmnop qrstuvwyz '];
    const han = Array.from({ length: 3000 }, (_, at) => String.fromCodePoint(0x4e00 + at));
    let kind = 0;
    for (const [letters, length] of [
      [latin, 40],
      [latin, 3900],
      [latin, 4900],
      [han, 4900],
      [['é', '日'], 4900],
    ] as const) {
      kind += 1;
      const mark = `zq${kind}x`;
      const text = (at: number) =>
        `${mark}first${at} ${filler(letters, length / 2)} ${mark}mid${at} ${filler(letters, length / 2)} ${mark}last${at}`;
      const made = await manager.post('/maintenances', {
        ...{
          name: 'Long',
          material_id: body.data[0].id,
          type: 'improvement',
          description: text(1),
          reason: text(2),
        },
      });
      expect(made.status, made.text).to.equal(201);
      const { id } = made.body.data;
      asked = [];
      const words = ['first1', 'mid1', 'last1', 'first2', 'mid2', 'last2'].map((word) => mark + word);
      for (const word of [...words, words.join(' ')])
        expect(await found('/maintenances', word), word).to.deep.equal([id]);
      expect(await found('/maintenances', `${mark}first3`)).to.deep.equal([]);
      expect(asked).to.have.lengthOf(words.length + 2);
      if (databaseKind === 'sqlite') continue;
      const row = await knex('maintenances').where({ id }).first('search_text', 'search_grams');
      const bytes = Buffer.byteLength(row.search_text);
      expect(row.search_grams.split(' ').length, `${bytes} bytes`).to.equal(bytes > 8192 ? 1 : bytes - 1);
    }
  });

  it('does not see what was taken back', async () => {
    const failed = await service.database.knex
      .transaction(async (trx) => {
        await trx('zones').insert(zoneRow(north, 'Ghostly'));
        throw new Error('taken back');
      })
      .catch((error: Error) => error.message);
    expect(failed).to.equal('taken back');
    expect(await found('/zones', 'ghostly')).to.deep.equal([]);
  });

  it('never shows the rows of another site', async () => {
    await service.database.knex('zones').insert(zoneRow(south, 'Southernmost elan'));
    expect(await found('/zones', 'southernmost')).to.deep.equal([]);
    const administrator = await service.signedIn('admin@demo.test');
    expect(await found('/zones', 'southernmost', administrator)).to.have.lengthOf(1);
  });

  it('looks in rows that are referred to as well', async () => {
    const { knex } = service.database;
    const wanted = await knex('maintenances')
      .join('materials', 'materials.id', 'maintenances.material_id')
      .where('maintenances.site_id', north)
      .select('maintenances.id', 'maintenances.search_text as own', 'materials.name_key as far');
    const words = ['pump', 'centrifugal', 'bearing', 'p-101', 'seal', 'pump seal', 'seal pump', 'ump eal'];
    for (const text of words) {
      const matches = wanted.filter(({ own, far }: { own: string; far: string }) =>
        text.split(' ').every((word) => own.includes(word) || far.includes(word)),
      );
      expect(await found('/maintenances', text), text).to.deep.equal(
        matches.map(({ id }: { id: number }) => id).sort((a: number, b: number) => a - b),
      );
    }
    expect(asked.length).to.be.at.least(words.length);
  });

  it('narrows counts, options and exports alike', async () => {
    const total = (await found('/materials', 'pump')).length;
    const counts = await manager.get('/materials/counts?by=status&search=pump');
    const sum = counts.body.data.reduce((all: number, { count }: { count: number }) => all + count, 0);
    const options = await manager.get('/incidents/options/material_id?search=pump');
    const csv = await manager.get('/materials?search=pump', { Accept: 'text/csv' });
    expect(total).to.be.greaterThan(1);
    expect([sum, csv.text.split('\r\n').length - 2]).to.deep.equal([total, total]);
    expect(options.body.meta.total).to.be.within(1, total);
    expect(asked).to.have.lengthOf(4);
  });

  it('follows rows that were written outside the service, after a reindex', async () => {
    const { knex } = service.database;
    const zones = resourceAt(await createRegistry(), 'zones');
    await knex('zones').where({ id: ids[4] }).update({ search_text: '' });
    // What a copy that was not made as a whole would lack.
    if (databaseKind === 'sqlite')
      await knex.raw("insert into zones_search (zones_search) values ('delete-all')");
    expect(await found('/zones', 'elan vital')).to.deep.equal([]);
    await addSearchIndex(knex, 'zones');
    expect(await reindex(knex, zones)).to.equal(1);
    expect(await found('/zones', 'elan vital')).to.deep.equal([ids[4]]);
    expect(await found('/zones', 'near')).to.deep.equal([ids[8]]);
  });

  it('finds what a plain look finds, for random texts and words', async () => {
    const piece = fc.constantFrom(
      ...[
        'a',
        'b',
        'é',
        'e\u0301',
        'ß',
        '%',
        '_',
        '"',
        "'",
        '\\',
        '*',
        '-',
        '+',
        '(',
        '水',
        '😀',
        '0',
        'the',
        ' ',
      ],
    );
    const texts = fc.sample(fc.array(piece, { minLength: 1, maxLength: 12 }), { numRuns: 120, seed: 7 });
    const { knex } = service.database;
    const rows = texts.map((parts, number) => zoneRow(south, `r${number} ${parts.join('')}`));
    await knex.batchInsert('zones', rows, 60);
    const there: { id: number; search_text: string }[] = await knex('zones')
      .where({ site_id: south })
      .select('id', 'search_text');
    const client = await service.signedIn('manager@demo.test');
    expect((await client.patch('/user/site', { site_id: south })).status).to.equal(200);
    const part = fc.oneof(
      fc.array(piece, { minLength: 1, maxLength: 5 }).map((parts) => parts.join('')),
      // A stretch of a text that is there, so that most words are found.
      fc
        .tuple(fc.nat(texts.length - 1), fc.nat(8), fc.integer({ min: 1, max: 6 }))
        .map(([row, from, length]) => (texts[row] ?? []).slice(from, from + length).join('')),
    );
    await search('indexed searches', fc.array(part, { minLength: 1, maxLength: 3 }), 150, async (parts) => {
      const text = parts.join(' ');
      const words = fold(text)
        .split(/\s+/u)
        .filter((word) => word !== '');
      const matches = there.filter(({ search_text }) => words.every((word) => search_text.includes(word)));
      expect(await found('/zones', text, client), JSON.stringify(text)).to.deep.equal(
        matches.map(({ id }) => id).sort((a, b) => a - b),
      );
    });
    expect(asked.length).to.be.greaterThan(20);
  });
});
