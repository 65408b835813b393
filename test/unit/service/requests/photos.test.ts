/** Forms with photos: how many are read at once, and how they are described. */
import { expect } from 'chai';
import { failuresOf } from '../../../../engine/describe/openapi/failures.ts';
import { Failure } from '../../../../engine/failure.ts';
import type { FileStore } from '../../../../engine/files/store/store.ts';
import { describeRequestDoor } from '../../../../service/requests/openapi.ts';
import { createFormReader } from '../../../../service/requests/photos.ts';
import type { Point } from '../../../../service/requests/places.ts';

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
  it('are 16 at once, from any clients', async () => {
    const ends: (() => void)[] = [];
    const reader = createFormReader({
      multipart: (_ctx, { sender }) =>
        new Promise((resolve) => void ends.push(() => resolve({ description: String(sender) }))),
      files: { store, limit: 1 },
      askKeep: unusable,
    });
    const read = (sender: string) => reader(Object.create(null), point, sender, []);
    const all = Array.from({ length: 16 }, (_, at) => read(`198.51.100.${at}`));
    const refused = await read('203.0.113.1').catch((error: unknown) => error);
    expect(refused).to.be.instanceOf(Failure).and.to.include({ code: 'rate_limited' });
    ends.shift()?.();
    expect((await all[0])?.fields).to.deep.equal({ description: 'visitor 198.51.100.0' });
    const last = read('203.0.113.1');
    for (const end of ends) end();
    expect((await last).fields).to.deep.equal({ description: 'visitor 203.0.113.1' });
    await Promise.all(all);
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
