/** How many files are sent at once. */
import { once } from 'node:events';
import { Readable } from 'node:stream';
import { expect } from 'chai';
import { Failure } from '../../../../engine/failure.ts';
import { ExportPlaces } from '../../../../engine/serve/export-places.ts';

describe('places for files', () => {
  const streamed = () => ({ status: 200, headers: {}, body: Readable.from(['a', 'b']) });
  const refused = (error: unknown) => error instanceof Failure && [error.code, error.headers['Retry-After']];

  it('are two a person and eight in all, and free again however a file ends', async () => {
    const places = new ExportPlaces();
    const enter = (id: number) => places.within({ id }, async () => streamed());
    const first = await enter(1);
    expect(first.headers).to.deep.equal({
      'RateLimit-Policy':
        '"downloads";q=2;qu="concurrent-requests", "downloads-process";q=8;qu="concurrent-requests"',
      RateLimit: '"downloads";r=1, "downloads-process";r=7',
    });
    await enter(1);
    expect(refused(await enter(1).catch((error: unknown) => error))).to.deep.equal(['rate_limited', '10']);
    for (const id of [2, 2, 3, 3, 4, 4]) await enter(id);
    expect(refused(await enter(5).catch((error: unknown) => error))).to.deep.equal(['rate_limited', '10']);
    first.body.destroy();
    await once(first.body, 'close');
    const second = await enter(5);
    second.body.resume();
    await once(second.body, 'close');
    const broken = await places
      .within({ id: 6 }, () => Promise.reject(new Error('no table')))
      .catch((error: unknown) => error);
    expect(broken).to.be.an('error').with.property('message', 'no table');
    await enter(1);
  });
});
