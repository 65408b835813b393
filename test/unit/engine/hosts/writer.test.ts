/** Which of several hosts is written to, by what they answer. */
import { expect } from 'chai';
import { type DatabaseHost, hostName } from '../../../../engine/database/settings.ts';
import type { HostAnswer } from '../../../../engine/hosts/connection.ts';
import type { ServerState } from '../../../../engine/hosts/state.ts';
import { Writer } from '../../../../engine/hosts/writer.ts';

const hostAt = (host: string): DatabaseHost => ({ host, port: 3306, tls: null });
const hosts = [hostAt('a'), hostAt('b'), hostAt('c')] as const;
const [a, b, c] = hosts;

const plain: ServerState = {
  refusal: null,
  cluster: null,
  galera: false,
  member: null,
  mariaDb: true,
  node: 'n',
  view: null,
  written: null,
  index: null,
  manyPrimaries: false,
};
const state = (more: Partial<ServerState> = {}): HostAnswer => ({
  kind: 'state',
  state: { ...plain, ...more },
});
/** A node of a cluster. @param all transactions, none of which it has written; @param number of the view that it is in */
const member = (node: string, all = 0, number = 1) =>
  state({
    cluster: 'one',
    ...{ node, written: { own: 0, all }, index: 2, view: { number, name: `view ${number}` } },
  });
/** As it was when it was frozen: the others have gone on without it. */
const stale = member('a');
const [b2, c2] = [member('b', 0, 2), member('c', 0, 2)];
const inGroup = (id: string, primary: string, refusal: string | null = null) =>
  state({ cluster: 'group', refusal, member: { id, primary } });
const readOnly = state({ refusal: 'it is read-only' });
const coded = (code: string) => Object.assign(new Error(`connect ${code}`), { code });
const refused: HostAnswer = { kind: 'gone', error: coded('ECONNREFUSED'), silent: false };
const silent: HostAnswer = { kind: 'gone', error: coded('ETIMEDOUT'), silent: true };
const full: HostAnswer = { kind: 'closed', error: coded('ER_CON_COUNT_ERROR') };

/** A choice among the three, whose answers can be set. */
function setUp(...answers: readonly HostAnswer[]) {
  const world = { answers: [...answers], now: 0, asked: 0, news: [] as string[] };
  const ask = async (host: DatabaseHost) => {
    world.asked += 1;
    return world.answers[hosts.indexOf(host)] ?? refused;
  };
  const writer = new Writer(hosts, ask, () => world.now);
  writer.listen(({ kind, host, sentence }) => {
    world.news.push(kind === 'several' ? sentence : `${kind} ${host.host}`);
  });
  return { writer, world };
}

async function refusalOf(choice: Promise<unknown>): Promise<string> {
  return choice.then(
    () => expect.fail('A host was chosen.'),
    (error: Error) => error.message,
  );
}

describe('the host that is written to', () => {
  for (const [title, answers, expected] of [
    ['the first of a cluster', [member('a'), member('b'), member('c')], a],
    ['the first that is there', [refused, member('b'), member('c')], b],
    ['the only one that is not read-only, wherever it stands', [readOnly, readOnly, state()], c],
    ['one before another that lets nobody in', [member('a'), full, refused], a],
    [
      'the member of a group that the others know for its primary',
      [inGroup('a', 'a'), inGroup('b', 'b'), inGroup('c', 'b', 'it is read-only')],
      b,
    ],
    ['one of those that went on without a node that does not know yet', [stale, b2, c2], b],
    ['the one whose cluster has changed since the other knew it', [stale, refused, c2], c],
  ] as const) {
    it(`is ${title}`, async () => {
      const { writer, world } = setUp(...answers);
      // All who ask meanwhile get the same answer.
      expect(await Promise.all([writer.host(), writer.host()])).to.deep.equal([expected, expected]);
      expect([world.asked, world.news]).to.deep.equal([3, [`writes to ${expected.host}`]]);
    });
  }

  for (const [title, answers, expected] of [
    ['none is there', [refused, refused, silent], /^connect ECONNREFUSED$/],
    ['none takes writes', [readOnly, silent, readOnly], /a:3306: it is read-only; b:3306: connect ETIMEDOUT/],
    ['one that goes before is full: others may be there', [full, member('b'), member('c')], /ER_CON_COUNT/],
    [
      'two that are no cluster take writes',
      [state(), state(), readOnly],
      /^a:3306 and b:3306 both take writes/,
    ],
    ['two of different clusters do', [member('a'), state({ cluster: 'two' })], /^a:3306 and b:3306 both/],
  ] as const) {
    it(`is none where ${title}`, async () => {
      const { writer } = setUp(...answers);
      expect(await refusalOf(writer.host())).to.match(expected);
    });
  }

  it('is left as soon as it refuses connections or writes, and after it said nothing twice', async () => {
    for (const [answer, checks] of [
      [refused, 1],
      [readOnly, 1],
      [silent, 2],
    ] as const) {
      const { writer, world } = setUp(member('a'), member('b'), member('c'));
      await writer.host();
      world.answers[0] = answer;
      for (let check = 1; check <= checks; check += 1) {
        expect(writer.current, `before check ${check}`).to.equal(a);
        await writer.check();
      }
      expect(writer.current).to.equal(null);
      expect(await writer.host()).to.equal(b);
      expect(world.news).to.deep.equal(['writes to a', 'lost a', 'writes to b']);
    }
  });

  it('stays if the host refuses connections for now, or says something between two silences', async () => {
    const { writer, world } = setUp(member('a'), member('b'), member('c'));
    await writer.host();
    for (const answer of [silent, member('a'), silent, full, full, full, silent]) {
      world.answers[0] = answer;
      await writer.check();
      expect(writer.current).to.equal(a);
    }
  });

  it('is the earlier one again once that has been fit three times in a row', async () => {
    const { writer, world } = setUp(refused, member('b'), member('c'));
    await writer.host();
    for (const answer of [member('a'), member('a'), refused, member('a'), member('a')]) {
      world.answers[0] = answer;
      await writer.check();
      expect(writer.current).to.equal(b);
    }
    await writer.check();
    expect(writer.current).to.equal(a);
  });

  it('stays while an earlier node does not know yet that the others have gone on without it', async () => {
    const { writer, world } = setUp(refused, b2, c2);
    await writer.host();
    world.answers[0] = stale;
    for (let check = 0; check < 5; check += 1) await writer.check();
    expect(writer.current).to.equal(b);
    // It has joined them again, which all of them say.
    world.answers = [member('a', 0, 3), member('b', 0, 3), member('c', 0, 3)];
    for (let check = 0; check < 3; check += 1) await writer.check();
    expect([writer.current, world.news]).to.deep.equal([a, ['writes to b', 'writes to a']]);
  });

  it('stays where an earlier member of its group has not heard yet that it is no longer the primary', async () => {
    const { writer, world } = setUp(refused, inGroup('b', 'b'), refused);
    await writer.host();
    world.answers[0] = inGroup('a', 'a');
    for (let check = 0; check < 5; check += 1) await writer.check();
    expect([writer.current, world.news]).to.deep.equal([b, ['writes to b']]);
  });

  it('stays where an earlier one comes back that is of no cluster with it, which is told once', async () => {
    const { writer, world } = setUp(refused, state(), readOnly);
    await writer.host();
    world.answers[0] = state();
    for (let check = 0; check < 5; check += 1) await writer.check();
    expect(writer.current).to.equal(b);
    expect(world.news).to.deep.equal([
      'writes to b',
      'b:3306 and a:3306 both take writes and are no cluster: make all but one read-only.',
    ]);
  });

  it('is read with care on another host than the first, and for half a minute after each choice', async () => {
    const { writer, world } = setUp(member('a'), member('b'), member('c'));
    await writer.host();
    expect(writer.careful).to.equal(true);
    world.now = 30_000;
    expect(writer.careful).to.equal(false);
    world.answers[0] = refused;
    await writer.check();
    await writer.host();
    world.now = 600_000;
    expect(writer.careful).to.equal(true);
    world.answers[0] = member('a');
    for (let check = 0; check < 3; check += 1) await writer.check();
    expect([writer.current, writer.careful]).to.deep.equal([a, true]);
    world.now += 30_000;
    expect(writer.careful).to.equal(false);
  });

  it('is told of where others write to other nodes of its cluster, or to several members of a group', async () => {
    const { writer, world } = setUp(member('a'), member('b'), member('c'));
    await writer.host();
    const told = 'The cluster of a:3306 is written to on several nodes: let everybody write to the same one.';
    for (const [second, all] of [10, 11, 12, 13, 14, 15].entries()) {
      world.now = 60_000 + second * 10_000;
      world.answers[0] = member('a', all);
      await writer.check();
    }
    expect([world.news.slice(1), writer.writtenElsewhere, writer.place]).to.deep.equal([[told], true, 2]);
    // It is over, and is reported again when it begins again.
    world.now += 700_000;
    await writer.check();
    expect(writer.writtenElsewhere).to.equal(false);
    for (const all of [16, 17, 18, 19, 20]) {
      world.now += 15_000;
      world.answers[0] = member('a', all);
      await writer.check();
    }
    expect(world.news.slice(1)).to.deep.equal([told, told]);
    const group = setUp(state({ manyPrimaries: true }));
    await group.writer.host();
    expect(group.world.news.at(-1)).to.match(/^The group of a:3306 has several members/);
    const later: string[] = [];
    group.writer.listen(({ sentence }) => later.push(sentence));
    expect(later).to.deep.equal(group.world.news.slice(-1));
  });

  it('stands in an order of all that may be written to', async () => {
    const { writer, world } = setUp(refused, member('b'), member('c'));
    expect(writer.place).to.equal(null);
    await writer.host();
    expect(writer.place).to.equal(1002);
    world.answers[0] = member('a');
    for (let check = 0; check < 3; check += 1) await writer.check();
    expect(writer.place).to.equal(2);
    const plainOne = setUp(state());
    await plainOne.writer.host();
    expect(plainOne.writer.place).to.equal(null);
  });

  it('is named as in an address', () => {
    expect([hostName(a), hostName(hostAt('::1'))]).to.deep.equal(['a:3306', '[::1]:3306']);
  });
});
