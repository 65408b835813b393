/** Many tables are written at once. Triggers count the rows, and the server gives their ids to one statement at a time. */
import { expect } from 'chai';
import type { Reply } from '../../../harness/client.ts';
import { withIdLocks } from '../../../harness/only-on.ts';
import { serveDemo } from '../../../harness/service.ts';

const writers = 6;
const rounds = 8;

withIdLocks.describe('many writes of many tables at once', () => {
  const { service, manager } = serveDemo(['manager']);

  it('deadlock over the ids of counted rows, and none is answered 500', async () => {
    const { knex } = service.database;
    const met = new Set<string>();
    knex.on('query-error', ({ code }: { code: string }) => met.add(code));
    const inUse = knex('materials').where({ site_id: 2 }).whereNot({ status: 'decommissioned' });
    const ids: number[] = await inUse.orderBy('id').limit(12).pluck('id');
    const at = (place: number) => ids[place % ids.length] ?? 0;
    const write = (name: string, place: number): Promise<Reply>[] => [
      manager.post('/batch', {
        operations: [3, 2, 1, 0].flatMap((step) => [
          { method: 'PATCH', path: `/materials/${at(place + step)}`, body: { description: name } },
          { method: 'POST', path: '/incidents', body: { name, material_id: at(place), severity: 'low' } },
        ]),
      }),
      manager.post('/request-points', { name, material_id: at(place) }),
      manager.post('/zones', { name }),
    ];
    const replies: Reply[] = [];
    let writing = writers;
    const writeAll = async (writer: number): Promise<void> => {
      for (let round = 0; round < rounds; round += 1)
        replies.push(...(await Promise.all(write(`Round ${round} of ${writer}`, 5 * round + writer))));
      writing -= 1;
    };
    // A statement with many rows, as of a task, keeps the ids to itself until it has all rows.
    const sweep = async (): Promise<void> => {
      while (writing > 0)
        await knex('materials')
          .where({ site_id: 2 })
          .increment('version', 1)
          .catch(() => {});
    };
    await Promise.all([sweep(), ...Array.from({ length: writers }, (_, writer) => writeAll(writer))]);
    const wrong = replies.filter(({ status }) => ![200, 201, 503].includes(status));
    expect(wrong.map(({ text }) => text)).to.deep.equal([]);
    expect([...met]).to.include('ER_AUTOINC_READ_FAILED');
  });
});
