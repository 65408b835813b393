/** What the console makes of answers that are none, that refuse, or that come too late. */
import { expect } from 'chai';
import { newAttempt, saveAll } from '../../../console/form/saving.ts';
import { tokenCookie } from '../../../console/service/address.ts';
import { actAs, call } from '../../../console/service/call.ts';
import { Refusal, Unreachable } from '../../../console/service/failure.ts';
import { queries, send } from '../../../console/service/queries.ts';
import { resource } from './described.ts';

interface Asked {
  readonly address: string;
  readonly key: string | undefined;
  readonly actor: string | null;
}

describe('a call of the console', () => {
  const [fetched, page] = [globalThis.fetch, globalThis.document];
  const asked: Asked[] = [];
  let answers: (() => Response)[] = [];
  /** An answer with a body. */
  const answer =
    (status: number, body: object, headers: Record<string, string> = {}) =>
    () =>
      Response.json(body, { status, headers });
  beforeEach(() => {
    asked.length = 0;
    globalThis.document = { cookie: `${tokenCookie}=token` } as Document;
    globalThis.fetch = async (address, { headers, signal } = {}) => {
      signal?.throwIfAborted();
      const sent = new Headers(headers);
      const key = sent.get('Idempotency-Key') ?? undefined;
      asked.push({ address: String(address), key, actor: sent.get('X-Actor') });
      const next = answers.shift();
      if (!next) throw new TypeError('fetch failed');
      return next();
    };
  });
  afterEach(() => {
    Object.assign(globalThis, { fetch: fetched, document: page });
    queries.clear();
    actAs(null);
  });
  const failureOf = (promise: Promise<unknown>) =>
    promise.then(
      () => null,
      (error: unknown) => error,
    );

  it('tells after how many seconds another one may pass', async () => {
    answers = [answer(503, { message: 'Wait.', code: 'unavailable' }, { 'Retry-After': '7' })];
    const refusal = await failureOf(call('/things'));
    expect(refusal).to.be.instanceOf(Refusal).and.deep.include({ status: 503, retryAfter: 7 });
    answers = [answer(503, {})];
    expect(await failureOf(call('/things'))).to.deep.include({ retryAfter: null });
  });

  it('is no failure of the network if the caller no longer waits for it', async () => {
    const error = await failureOf(call('/things', { signal: AbortSignal.abort() }));
    expect(error).to.be.instanceOf(DOMException).and.have.property('name', 'AbortError');
    expect(await failureOf(call('/things'))).to.be.instanceOf(Unreachable);
  });

  it('is for whom and where it was made, also where it is sent again after the page shows another site', async () => {
    const made = answer(201, { data: { id: 7 } });
    const leave = (given: () => Response) => () => {
      actAs({ id: 1, current_site_id: 4 });
      return given();
    };
    actAs({ id: 1, current_site_id: 3 });
    answers = [answer(419, {}), leave(answer(200, {})), made];
    await call('/things', { method: 'POST', body: {} });
    expect(asked.map(({ actor }) => actor)).to.deep.equal(['1@3', null, '1@3']);
    asked.length = 0;
    actAs({ id: 1, current_site_id: 3 });
    answers = [leave(answer(503, {}, { 'Retry-After': '0.001' })), made];
    await send('/things', { method: 'POST', body: {}, headers: { 'Idempotency-Key': 'thing' } });
    expect(asked.map(({ actor }) => actor)).to.deep.equal(['1@3', '1@3']);
    asked.length = 0;
    answers = [answer(200, {}), answer(200, {})];
    await call('/things');
    await call('/user', { forAnyone: true });
    expect(asked.map(({ actor }) => actor)).to.deep.equal(['1@4', null]);
  });

  it('makes several rows under one key until that key has been used for others', async () => {
    const attempt = newAttempt();
    const { key } = attempt;
    const bodies = [{ name: 'A' }, { name: 'B' }];
    answers = [];
    expect(await failureOf(saveAll(resource(), bodies, attempt))).to.be.instanceOf(Unreachable);
    expect(attempt.key).to.equal(key);
    const used = { message: 'No.', code: 'invalid', errors: { 'Idempotency-Key': ['It was used.'] } };
    answers = [answer(422, used)];
    expect(await failureOf(saveAll(resource(), bodies, attempt))).to.be.instanceOf(Refusal);
    expect(attempt.key).not.to.equal(key);
    answers = [answer(200, { data: bodies.map((data, id) => ({ body: { data: { id, ...data } } })) })];
    expect(await saveAll(resource(), bodies, attempt)).to.have.lengthOf(2);
    expect(asked.map(({ key: sent }) => sent)).to.deep.equal([key, key, attempt.key]);
  });
});
