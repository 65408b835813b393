/** Writes that wait for a network: the order in which they are sent, and what becomes of each. */
import { expect } from 'chai';
import fc from 'fast-check';
import {
  isLost,
  isOld,
  lostWith,
  nextEntry,
  type QueueEntry,
  temporaryId,
  temporaryIn,
  withId,
} from '../../../console/queue/entry.ts';
import { decided, following, merged, pauseAfter, verdictOn } from '../../../console/queue/verdict.ts';
import { Refusal, Unreachable } from '../../../console/service/failure.ts';
import { field } from './described.ts';

const now = 1_800_000_000_000;
const day = 24 * 3600_000;

function entry(given: Partial<QueueEntry> = {}): QueueEntry {
  const { id = 7, at = now } = given;
  return {
    ...{ key: `key ${at}`, person: 1, site: 1, at, does: 'change', resource: 'things', id },
    ...{ path: `/things/${id}`, body: {}, file: null, seen: { id }, etag: '"1"', timed: null },
    ...{ state: 'waiting', tried: null, tries: 0, next: 0, isPutOff: false, words: '', now: null },
    ...given,
  };
}

const made = temporaryId(now, []);

describe('what waits for a network', () => {
  it('is sent in the order in which it was made', () => {
    const [first, second] = [entry({ at: 1 }), entry({ at: 2, id: 8 })];
    expect(nextEntry([second, first], now)).to.equal(first);
    expect(nextEntry([], now)).to.equal(null);
  });

  it('waits for earlier writes of its row, also if those fail; other rows go on', () => {
    const bad = entry({ at: 1, state: 'refused' });
    const other = entry({ at: 3, id: 8 });
    expect(nextEntry([bad, entry({ at: 2 }), other], now)).to.equal(other);
    expect(nextEntry([{ ...bad, state: 'waiting', next: now + 1 }, entry({ at: 2 })], now)).to.equal(null);
  });

  it('waits for the row that it refers to, which has a number of its own then', () => {
    const making = entry({ at: 1, does: 'make', id: made, path: '/things', state: 'refused' });
    const child = entry({ at: 2, id: 9, resource: 'parts', path: '/parts/9', body: { thing_ids: [made] } });
    const file = entry({ at: 3, does: 'hang', id: made, path: `/things/${made}/files` });
    expect(nextEntry([making, child, file], now)).to.equal(null);
    expect(nextEntry([{ ...making, state: 'waiting' }, child, file], now)?.at).to.equal(1);
    expect(withId(child, made, 12).body).to.deep.equal({ thing_ids: [12] });
    expect(withId(file, made, 12)).to.include({ id: 12, path: '/things/12/files' });
    expect(withId(file, made, 12).seen.id).to.equal(12);
  });

  it('is not made while its form is open', () => {
    expect(nextEntry([entry({ does: 'make', id: made })], now, made)).to.equal(null);
  });

  it('is not sent by itself where it was tried first over 7 days ago', () => {
    const old = entry({ tried: now - 7 * day - 1 });
    expect([isOld(old, now), nextEntry([old], now)]).to.deep.equal([true, null]);
    expect(isOld(entry({ tried: now - 6 * day }), now)).to.equal(false);
    expect(isOld(entry({ at: now - 30 * day }), now)).to.equal(false);
  });

  it('is sent once and after those of its row, in any order of answers', () => {
    const ids = fc.constantFrom(1, 2, made, made - 1);
    const given = fc.array(
      fc.record({ id: ids, refers: fc.option(ids, { nil: null }), isBad: fc.boolean() }),
    );
    fc.assert(
      fc.property(given, (writes) => {
        let waiting = writes.map(({ id, refers, isBad }, at) => {
          const isFirst = writes.findIndex((one) => one.id === id) === at;
          const does = isFirst && id < 0 ? 'make' : 'change';
          return entry({ at, id, does, body: { refers }, state: isBad ? 'refused' : 'waiting' });
        });
        const sent: QueueEntry[] = [];
        for (let next = nextEntry(waiting, now); next; next = nextEntry(waiting, now)) {
          const { at, id } = next;
          const before = waiting.filter((one) => one.at < at);
          expect(before.some((one) => one.id === id)).to.equal(false);
          const wanted = temporaryIn(next.body);
          expect(before.some((one) => one.does === 'make' && wanted.includes(one.id))).to.equal(false);
          sent.push(next);
          waiting = waiting
            .filter((one) => one.at !== at)
            .map((one) => (next.does === 'make' ? withId(one, id, 100 + at) : one));
        }
        // What is left is bad, stands behind what is, or refers to what nothing makes.
        for (const one of waiting)
          if (one.state === 'waiting' && !isLost(one, waiting))
            expect(waiting.some((other) => other.at < one.at)).to.equal(true);
        expect(sent.length + waiting.length).to.equal(writes.length);
      }),
    );
  });

  it('is discarded with all that can never be sent without it', () => {
    const making = entry({ at: 1, does: 'make', id: made });
    const own = [entry({ at: 2, id: made }), entry({ at: 3, does: 'hang', id: made })];
    const child = entry({ at: 4, does: 'make', id: made - 1, body: { thing_id: made } });
    const grandchild = entry({ at: 5, id: 9, body: { parts: [{ id: made - 1 }] } });
    const other = entry({ at: 6, id: 9 });
    const all = [making, ...own, child, grandchild, other];
    expect(lostWith(making, all)).to.deep.equal([making, ...own, child, grandchild]);
    expect(lostWith(child, all)).to.deep.equal([child, grandchild]);
    expect(lostWith(other, all)).to.deep.equal([other]);
  });

  it('is never sent where nothing makes what it refers to, but kept; other rows go on', () => {
    const child = entry({ at: 1, id: 9, body: { thing_ids: [made] } });
    const file = entry({ at: 2, does: 'hang', id: made });
    const other = entry({ at: 3, id: 8 });
    expect([child, file, other].map((one) => isLost(one, [child, file, other]))).to.deep.equal([
      ...[true, true, false],
    ]);
    expect(nextEntry([child, file, other], now)).to.equal(other);
    expect(isLost(child, [child, entry({ does: 'make', id: made })])).to.equal(false);
  });

  it('gives rows that are still to be made numbers that no field holds, each its own', () => {
    expect(temporaryId(now, [made])).to.equal(made - 1);
    expect(temporaryIn({ a: [made, 3], b: { c: made }, d: -5, e: null })).to.deep.equal([made, made]);
  });
});

describe('the answer to what has waited', () => {
  const on = (error: unknown, given: Partial<QueueEntry> = {}) =>
    verdictOn(entry({ tries: 1, ...given }), error, now, () => 'new');
  const refused = (status: number, errors = {}, retryAfter: number | null = null) =>
    new Refusal(status, '', 'Words.', errors, retryAfter);

  it('is waited for again without a network: two seconds, doubled, five minutes at most', () => {
    expect([1, 2, 3, 8, 9, 99].map(pauseAfter)).to.deep.equal([2000, 4000, 8000, 256_000, 300_000, 300_000]);
    const verdict = on(new Unreachable(), { tries: 3 });
    expect(verdict).to.deep.include({ do: 'again', isForAll: true });
    expect(verdict.do === 'again' && verdict.entry.next).to.equal(now + 8000);
  });

  it('is waited for as long as the service says', () => {
    for (const status of [429, 503, 409]) {
      const verdict = on(refused(status, {}, 60));
      expect(verdict.do === 'again' && [verdict.entry.next, verdict.entry.isPutOff]).to.deep.equal([
        now + 60_000,
        true,
      ]);
    }
    expect(on(refused(429)).do).to.equal('again');
  });

  it('holds up others where the service is in trouble, and its own row alone where it stays so', () => {
    expect(on(refused(500))).to.include({ do: 'again', isForAll: true });
    expect(on(refused(500), { tries: 3 })).to.include({ do: 'again', isForAll: false });
    expect(on(refused(503), { tries: 30 })).to.include({ do: 'again', isForAll: true });
  });

  it('keeps what is refused, with the words', () => {
    for (const status of [403, 404, 409, 413, 422]) {
      const verdict = on(refused(status));
      expect(verdict.do === 'keep' && verdict.entry).to.include({ state: 'refused', words: 'Words.' });
    }
    const verdict = on(refused(422, { a: ['One.'], b: ['Two.'] }));
    expect(verdict.do === 'keep' && verdict.entry.words).to.equal('One. Two.');
  });

  it('stops sending without a signed-in user, and looks where another person was faster', () => {
    expect(on(refused(401)).do).to.equal('stop');
    expect(on(refused(422, { 'X-Actor': ['Meanwhile you work at another site.'] })).do).to.equal('stop');
    expect(on(refused(412)).do).to.equal('look');
  });

  it('leaves out the time of a clock that is wrong', () => {
    const verdict = on(refused(422, { done_at: ['Future.'] }), {
      ...{ timed: 'done_at', body: { a: 1, done_at: 'x' } },
    });
    expect(verdict.do === 'again' && verdict.entry).to.deep.include({
      body: { a: 1 },
      timed: null,
      key: 'new',
    });
  });
});

describe('a change of a field that another person has changed', () => {
  const fields = [field('a'), field('b'), field('done_at')];
  const seen = { id: 7, a: 'old', b: 'old', done_at: null };
  const mine = entry({ body: { a: 'mine' }, seen });
  const key = () => 'new';
  const at = (row: object) => ({ row: { ...seen, ...row }, etag: '"2"' });

  it('is made in their version where the fields are different ones', () => {
    const next = merged(mine, at({ b: 'theirs' }), fields, key);
    expect(next).to.deep.include({ state: 'waiting', etag: '"2"', body: { a: 'mine' }, key: 'new' });
  });

  it('asks where they meet', () => {
    const now = at({ a: 'theirs' });
    expect(merged(mine, now, fields, key)).to.deep.include({ state: 'asks', now });
  });

  it('is there already where only its answer was lost', () => {
    expect(merged(mine, at({ a: 'mine', b: 'theirs' }), fields, key)).to.equal(null);
    const timed = entry({ body: { a: 'mine', done_at: 'then' }, timed: 'done_at', seen });
    expect(merged(timed, at({ a: 'mine', done_at: 'now' }), fields, key)).to.equal(null);
  });

  it('leaves the time that another person has set', () => {
    const timed = entry({ body: { a: 'mine', done_at: 'then' }, timed: 'done_at', seen });
    expect(merged(timed, at({ done_at: 'theirs' }), fields, key)?.body).to.deep.equal({ a: 'mine' });
    expect(merged(timed, at({ b: 'theirs' }), fields, key)?.body).to.deep.equal(timed.body);
  });

  it('never loses a change of another person, and does not ask without need', () => {
    const values = fc.record({ a: fc.constantFrom('old', 'x', 'y'), b: fc.constantFrom('old', 'x', 'y') });
    fc.assert(
      fc.property(values, values, (theirs, ours) => {
        const body = Object.fromEntries(Object.entries(ours).filter(([, value]) => value !== 'old'));
        if (Object.keys(body).length === 0) return;
        const next = merged(entry({ body, seen }), at(theirs), fields, key);
        const result: Record<string, unknown> = { ...theirs, ...(next?.state === 'waiting' && next.body) };
        const both = (['a', 'b'] as const).filter((name) => theirs[name] !== 'old' && ours[name] !== 'old');
        const meets = both.some((name) => theirs[name] !== ours[name]);
        expect(next?.state === 'asks').to.equal(meets);
        if (meets) return;
        for (const name of ['a', 'b'] as const)
          expect(result[name]).to.equal(ours[name] === 'old' ? theirs[name] : ours[name]);
      }),
    );
  });

  it('goes on behind an earlier one of its row in the new version, unless another person has changed the same field', () => {
    const { row, etag } = at({ b: 'ours' });
    expect(following(mine, row, etag, fields)).to.deep.include({ etag: '"2"', seen: row });
    expect(following(mine, at({ a: 'theirs' }).row, etag, fields)).to.equal(mine);
    const file = entry({ does: 'hang' });
    expect(following(file, row, etag, fields)).to.equal(file);
  });

  it('is settled by its user: if they take the other value, changes of other fields stay', () => {
    const both = entry({ body: { a: 'mine', b: 'mine' }, seen, state: 'asks', now: at({ a: 'theirs' }) });
    const again = { state: 'waiting', etag: '"2"', now: null, key: 'new' };
    expect(decided(both, 'mine', fields, key)).to.deep.include({ ...again, body: both.body });
    expect(decided(both, 'theirs', fields, key)).to.deep.include({ ...again, body: { b: 'mine' } });
    expect(decided({ ...both, body: { a: 'mine' } }, 'theirs', fields, key)).to.equal(null);
  });
});
