/** Forms with photos: how many are read at once, and how they are described. */
import { buffer } from 'node:stream/consumers';
import { expect } from 'chai';
import { addressKey } from '../../../../auth/networks.ts';
import { Failure } from '../../../../engine/failure.ts';
import type { FileStore } from '../../../../engine/features/files/store/store.ts';
import { failuresOf } from '../../../../engine/features/openapi/failures.ts';
import { describeRequestDoor } from '../../../../service/requests/openapi.ts';
import { createFormReader } from '../../../../service/requests/photos.ts';
import type { Point } from '../../../../service/requests/places.ts';
import { png } from '../../../harness/pictures.ts';

const unusable = () => Promise.reject(new Error('No file comes.'));
const store: FileStore = {
  ...{ write: unusable, forget: unusable, sweep: unusable },
  read: () => {
    throw new Error('No file is read.');
  },
};
const point: Point = {
  ...{ id: 1, siteId: 1, site: 'A', place: 'B', hint: null, photos: true },
  contact: 'none',
};

describe('forms with photos', () => {
  const ends: (() => void)[] = [];
  let now = 0;
  const withPhoto = Object.assign(Object.create(null), { state: {} });
  const fast = Object.assign(Object.create(null), { state: {} });
  const without = Object.create(null);
  /** @returns what reads a body, and tells its sender or the refusal */
  const openReader = () => {
    ends.length = 0;
    const reader = createFormReader({
      now: () => now,
      multipart: (ctx, { sender, take, signal }) =>
        new Promise((resolve, reject) => {
          signal?.addEventListener('abort', () => reject(signal.reason));
          async function* bytes() {
            yield png();
            if (ctx === fast) yield Buffer.alloc(2 ** 20);
            await new Promise(() => {});
          }
          const end = () => resolve({ description: String(sender) });
          if (ctx === without) end();
          else take({ name: 'photo', filename: 'a', bytes: bytes() }).catch(reject);
          ends.push(end);
        }),
      files: {
        store: { ...store, write: (_site, chunks) => buffer(chunks).then(unusable) },
        limit: 10 ** 6,
      },
      askKeep: unusable,
    });
    return (sender: string, ctx = withPhoto) =>
      reader(ctx, point, sender, []).then(
        ({ fields }) => fields.description,
        (error: unknown) => (error instanceof Failure ? error.code : error),
      );
  };

  it('are 16 at once, from any clients, once a photo has come', async () => {
    const read = openReader();
    const all = Array.from({ length: 16 }, (_, at) => read(`198.${at}.100.1`));
    expect(await read('203.0.113.1')).to.equal('rate_limited');
    expect(await read('203.0.113.1', without)).to.equal('visitor 203.0.113.1');
    ends.shift()?.();
    expect(await all[0]).to.equal('visitor 198.0.100.1');
    const last = read('203.0.113.1');
    for (const end of ends) end();
    expect(await last).to.equal('visitor 203.0.113.1');
    expect(await Promise.all(all)).not.to.include('rate_limited');
  });

  it('of one network never take the places of others', async () => {
    for (const network of [
      (at: number) => addressKey(`2001:db8:0:${(4 + (at % 4)).toString(16)}::${at}`),
      (at: number) => addressKey(`2001:db8:0:${(at * 256).toString(16)}::1`),
      (at: number) => `198.51.100.${at % 4}`,
      (at: number) => `198.51.${at}.1`,
    ]) {
      const read = openReader();
      const flood = Array.from({ length: 16 }, (_, at) => read(network(at)));
      const others = Array.from({ length: 15 }, (_, at) => read(`203.${at}.113.1`));
      // The network has no more of them than others have.
      expect(await read(network(16))).to.equal('rate_limited');
      for (const end of ends) end();
      expect(await Promise.all(others)).not.to.include('rate_limited');
      const ended = await Promise.all(flood);
      expect(ended.filter((one) => one === 'rate_limited')).to.have.lengthOf(15);
    }
  });

  it('of many networks do not either: the slowest that has had its time gives way', async () => {
    const read = openReader();
    const quick = [0, 15].map((at) => read(`198.${at}.100.1`, fast));
    const slow = Array.from({ length: 14 }, (_, at) => read(`198.${at + 1}.100.1`));
    await new Promise(setImmediate);
    now += 9_999;
    expect(await read('203.0.113.1'), 'none has had its time').to.equal('rate_limited');
    now += 1;
    const newcomers = Array.from({ length: 14 }, (_, at) => read(`203.${at}.113.1`));
    expect(await Promise.all(slow)).to.deep.equal(Array(14).fill('rate_limited'));
    for (const end of ends) end();
    expect(await Promise.all([...quick, ...newcomers])).not.to.include('rate_limited');
  });

  it('are described beside JSON, with both ways to be malformed', () => {
    const { endpoints } = describeRequestDoor('/api');
    const sending = endpoints.find(({ method }) => method === 'post');
    if (!sending) throw new Error('Nothing can be sent.');
    expect(sending.body?.form?.properties).to.include.keys('description', 'photo');
    expect(sending.body?.schema.properties).not.to.have.property('photo');
    expect(failuresOf(sending)).to.include.members([
      ...['malformed_json', 'malformed_multipart', 'payload_too_large', 'request_timeout'],
    ]);
  });
});
