/** Edits at the same time: tags that go stale, and answers that a client already has. */

import { expect } from 'chai';
import { isText } from '../../../../engine/kinds/kind.ts';
import { describe, it } from '../../runner.ts';
import type { Made } from '../../specimens/rules.ts';
import { settableFields } from '../../specimens/sent.ts';
import type { Subject } from '../../world/subject.ts';

export function describeVersions(subject: Subject): void {
  const { resource, path } = subject;

  /** A row that another person has changed since it was made; without updates, a row whose tag is invented. */
  const makeStale = async (): Promise<{ made: Made; stale: string; fresh: string }> => {
    const made = await subject.make();
    const field = settableFields(resource).find(
      ({ facts }) => isText(facts) && !facts.fixed && !facts.writeOnly,
    );
    if (!subject.can('update') || !field) return { made, stale: '"0-x"', fresh: made.etag };
    const value = await subject.specimens.value(resource, field, subject.place, 1);
    const reply = await subject.client.patch(`${path}/${made.id}`, { [field.name]: value });
    expect(reply.status, reply.text).to.equal(200);
    return { made, stale: made.etag, fresh: reply.headers.etag ?? '' };
  };

  describe('versions', () => {
    for (const [operation, method] of [
      ['update', 'PATCH'],
      ['delete', 'DELETE'],
    ] as const) {
      if (!subject.can(operation)) continue;
      it(`${operation}: 412 for a stale tag, and nothing is written`, async () => {
        const { made, stale, fresh } = await makeStale();
        const address = `${path}/${made.id}`;
        const body = method === 'PATCH' ? made.sent : undefined;
        const before = await subject.read(made.id);
        for (const tag of [stale, '"0-x"', `W/${fresh}`, 'nonsense', `${stale}, "7-x"`]) {
          const reply = await subject.client.send(method, address, body, { 'If-Match': tag });
          expect([reply.status, reply.body.code], tag).to.deep.equal([412, 'stale']);
        }
        expect(await subject.read(made.id)).to.deep.equal(before);
        const reply = await subject.client.send(method, address, body && {}, { 'If-Match': fresh });
        expect(reply.status, reply.text).to.equal(method === 'PATCH' ? 200 : 204);
      });
    }

    it('view: 304 to a client that has this very answer', async () => {
      const { made, stale, fresh } = await makeStale();
      const view = (tag: string) => subject.client.get(`${path}/${made.id}`, { 'If-None-Match': tag });
      for (const tag of [fresh, `W/${fresh}`, '*', `"7-x", ${fresh}`]) {
        const reply = await view(tag);
        expect([reply.status, reply.text, reply.headers.etag], tag).to.deep.equal([304, '', fresh]);
      }
      for (const tag of [stale, '"0-x"', fresh.replaceAll('"', '')])
        expect((await view(tag)).status, tag).to.equal(200);
    });

    it('view: HEAD has the tag without the row', async () => {
      const { id, etag } = await subject.make();
      const reply = await subject.client.send('HEAD', `${path}/${id}`);
      expect([reply.status, reply.text, reply.headers.etag]).to.deep.equal([200, '', etag]);
    });
  });
}
