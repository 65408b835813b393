/** The order of turns for limited work: a client that asks for much does not keep others waiting. */
import { expect } from 'chai';
import { addressKey, networksOf } from '../../../auth/networks.ts';
import { type Place, Turns, type TurnsOptions } from '../../../auth/turns.ts';
import { Failure } from '../../../engine/failure.ts';

/** Turns with work that ends when it is told to, and the order in which it began. */
class Bench {
  readonly turns: Turns;
  readonly begun: string[] = [];
  readonly refused: string[] = [];
  readonly #running: { name: string; end(): void }[] = [];

  constructor(options: TurnsOptions) {
    this.turns = new Turns(options);
  }

  /** Asks for a turn. What has to wait or is refused is so at once. */
  ask(name: string, place: Place): Promise<void> {
    const work = () => {
      this.begun.push(name);
      return new Promise<void>((resolve) => this.#running.push({ name, end: resolve }));
    };
    return this.turns.take(place, work).catch((error: unknown) => {
      this.refused.push(`${name} ${error instanceof Failure ? error.status : String(error)}`);
    });
  }

  get running(): string[] {
    return this.#running.map(({ name }) => name);
  }

  /** Ends the work that began first. */
  async end(name = this.#running[0]?.name): Promise<void> {
    const at = this.#running.findIndex((one) => one.name === name);
    this.#running.splice(at, 1)[0]?.end();
    await settled();
  }

  async endAll(): Promise<void> {
    for (let round = 0; round < 1000 && this.#running.length > 0; round += 1) await this.end();
  }
}

/** Everything that was waiting for nothing but its turn in the event loop has had it. */
const settled = () => new Promise((resolve) => setImmediate(resolve));

const at = (lane: string, waiting = 20, atOnce = 1): Place => ({
  lane: [lane],
  shares: [{ key: lane, atOnce, waiting }],
});

describe('turns', () => {
  it('go to another lane next, however many wait in the first one', async () => {
    const bench = new Bench({ atOnce: 1, waiting: 200 });
    for (let index = 0; index < 20; index += 1) void bench.ask(`flood ${index}`, at('flood'));
    await bench.end();
    void bench.ask('right', at('elsewhere'));
    await bench.end();
    expect(bench.begun).to.deep.equal(['flood 0', 'flood 1', 'right']);
    await bench.endAll();
    expect(bench.begun).to.have.length(21);
  });

  it('go round the lanes, and within a lane to the first that came', async () => {
    const bench = new Bench({ atOnce: 1, waiting: 200 });
    for (const lane of ['a', 'b', 'c']) {
      for (const index of [1, 2, 3]) void bench.ask(`${lane}${index}`, at(lane));
    }
    await bench.endAll();
    expect(bench.begun.join(' ')).to.equal('a1 b1 c1 a2 b2 c2 a3 b3 c3');
  });

  it('come to a lane that waits, however many new ones come', async () => {
    const bench = new Bench({ atOnce: 1, waiting: 200 });
    void bench.ask('first', at('first'));
    for (const name of ['second', 'third']) void bench.ask(name, at('first'));
    for (let index = 0; index < 50; index += 1) {
      void bench.ask(`new ${index}`, at(`new ${index}`));
      await bench.end();
    }
    expect(bench.begun).to.include.members(['second', 'third']);
    await bench.endAll();
  });

  it('give a lane that comes back at once no turn before those that waited', async () => {
    const bench = new Bench({ atOnce: 1, waiting: 200 });
    void bench.ask('a1', at('a'));
    void bench.ask('b1', at('b'));
    void bench.ask('c1', at('c'));
    await bench.end();
    void bench.ask('a2', at('a'));
    await bench.endAll();
    expect(bench.begun.join(' ')).to.equal('a1 b1 c1 a2');
  });

  it('leave room for others beside a lane that may do so much at once', async () => {
    const bench = new Bench({ atOnce: 2, waiting: 200 });
    for (let index = 0; index < 5; index += 1) void bench.ask(`flood ${index}`, at('flood'));
    expect(bench.running).to.deep.equal(['flood 0']);
    void bench.ask('right', at('elsewhere'));
    expect(bench.running, 'at once, whatever waits').to.deep.equal(['flood 0', 'right']);
    await bench.endAll();
  });

  it('hold every share of a place: one account from many addresses', async () => {
    const bench = new Bench({ atOnce: 3, waiting: 200 });
    const from = (lane: string, account: string): Place => ({
      lane: [lane],
      shares: [
        { key: lane, atOnce: 1, waiting: 20 },
        { key: account, atOnce: 1, waiting: 2 },
      ],
    });
    for (const lane of ['a', 'b', 'c', 'd']) void bench.ask(lane, from(lane, 'ada'));
    void bench.ask('max', from('a', 'max'));
    await settled();
    expect(bench.refused, 'two wait for the account').to.deep.equal(['d 429']);
    expect(bench.running).to.deep.equal(['a']);
    await bench.end();
    expect(bench.running, 'both have room now').to.have.members(['b', 'max']);
    await bench.endAll();
  });

  it('are refused at once where too many wait: 429 for a share, 503 for all', async () => {
    const bench = new Bench({ atOnce: 1, waiting: 6 });
    for (let index = 0; index < 8; index += 1) void bench.ask(`flood ${index}`, at('flood', 5));
    await settled();
    expect(bench.refused).to.deep.equal(['flood 6 429', 'flood 7 429']);
    for (const name of ['x', 'y']) void bench.ask(name, at(name));
    await settled();
    expect(bench.refused.at(-1), 'the last of the heaviest').to.equal('flood 5 503');
    await bench.endAll();
    expect(bench.begun).to.have.length(7).and.include.members(['x', 'y']);
  });

  it('go round the networks first, then round what is in them', async () => {
    const bench = new Bench({ atOnce: 1, waiting: 200 });
    const from = (path: string): Place => ({ lane: path.split('/'), shares: [] });
    for (const path of ['a/1/x', 'a/1/x', 'a/1/y', 'a/2/z', 'a/1/x', 'a/2/z'])
      void bench.ask(path, from(path));
    for (const path of ['b/1/u', 'b/1/u', 'c/9/w']) void bench.ask(path, from(path));
    await bench.endAll();
    expect(bench.begun).to.deep.equal([
      ...['a/1/x', 'b/1/u', 'c/9/w'],
      // As many turns for a as for b; within a one for 2, which had none, then one for y in 1.
      ...['a/2/z', 'b/1/u', 'a/1/y', 'a/2/z', 'a/1/x', 'a/1/x'],
    ]);
  });

  it('come to a new network next, whatever 300 of its neighbours ask for', async () => {
    const bench = new Bench({ atOnce: 1, waiting: 1000 });
    for (let index = 0; index < 300; index += 1) {
      const lane = networksOf(addressKey(`2001:db8:7:${index.toString(16)}::1`));
      for (let again = 0; again < 3; again += 1) void bench.ask('flood', { lane, shares: [] });
    }
    await bench.end();
    void bench.ask('right', { lane: networksOf(addressKey('2001:db8:8:1::1')), shares: [] });
    for (const host of [1, 2]) {
      void bench.ask(`IPv4 ${host}`, { lane: networksOf(`192.0.2.${host}`), shares: [] });
    }
    for (let turn = 0; turn < 5; turn += 1) await bench.end();
    expect(bench.begun.slice(1)).to.deep.equal(['flood', 'right', 'IPv4 1', 'flood', 'IPv4 2', 'flood']);
  });

  it('go to known addresses every second time, with any number of others', async () => {
    const bench = new Bench({ atOnce: 1, waiting: 1000 });
    for (let index = 0; index < 50; index += 1) {
      void bench.ask('new', { lane: ['new', `network ${index}`], shares: [] });
    }
    for (const index of [1, 2, 3]) {
      void bench.ask(`known ${index}`, { lane: ['known', `network ${index}`], shares: [] });
    }
    for (let turn = 0; turn < 7; turn += 1) await bench.end();
    expect(bench.begun.join(', ')).to.equal('new, known 1, new, known 2, new, known 3, new, new');
  });

  it('are given up by the heaviest lane where all that may wait do', async () => {
    const bench = new Bench({ atOnce: 1, waiting: 5 });
    const from = (...lane: string[]): Place => ({ lane, shares: [] });
    void bench.ask('running', from('a', 'x'));
    for (const index of [1, 2]) void bench.ask(`ax${index}`, from('a', 'x'));
    for (const index of [1, 2]) void bench.ask(`ay${index}`, from('a', 'y'));
    void bench.ask('b1', from('b', 'z'));
    void bench.ask('a new', from('a', 'w'));
    await settled();
    expect(bench.refused, 'the last of the heaviest in a').to.deep.equal(['ay2 503']);
    void bench.ask('b2', from('b', 'z'));
    await settled();
    expect(bench.refused.slice(1)).to.deep.equal(['ax2 503']);
    for (const name of ['c', 'd', 'e', 'f']) void bench.ask(name, from(name));
    await settled();
    expect(bench.refused.slice(2)).to.have.members(['a new 503', 'b2 503', 'ay1 503', 'f 503']);
    await bench.endAll();
    expect(bench.begun).to.have.members(['running', 'ax1', 'b1', 'c', 'd', 'e']);
  });

  it('are given up by the heaviest lane of a share that several have', async () => {
    const bench = new Bench({ atOnce: 1, waiting: 200 });
    const from = (...lane: string[]): Place => ({
      lane,
      shares: [{ key: 'ada', atOnce: 1, waiting: 3, common: true }],
    });
    for (const index of [0, 1, 2, 3, 4]) void bench.ask(`flood ${index}`, from('a', `${index}`));
    void bench.ask('ada', from('b', '1'));
    await settled();
    expect(bench.refused).to.deep.equal(['flood 4 429', 'flood 3 429']);
    await bench.endAll();
    expect(bench.begun).to.deep.equal(['flood 0', 'ada', 'flood 1', 'flood 2']);
  });

  it('are waited for no longer than is said, by how fast they have gone', async () => {
    let now = 0;
    const bench = new Bench({ atOnce: 1, waiting: 200, waitingMs: 4000, now: () => now });
    const askMany = async (number: number) => {
      for (let index = 0; index < number; index += 1) void bench.ask('one', at('a', 200));
      await settled();
      return bench.refused.splice(0).length;
    };
    // At a tenth of a second each 40 may wait, beside the one that runs.
    expect(await askMany(50)).to.equal(9);
    for (let turn = 0; turn < 40; turn += 1) {
      now += 400;
      await bench.end();
    }
    expect(bench.refused.splice(0).length, 'let in when it was faster').to.equal(29);
    expect(bench.running, 'the others have had theirs').to.deep.equal([]);
    expect(await askMany(20), 'at a third of a second each 12, beside the one that runs').to.equal(7);
    await bench.endAll();
  });

  it('say when to come again', async () => {
    const turns = new Turns({ atOnce: 1, waiting: 0 });
    let end = () => {};
    const first = turns.take(at('a'), () => new Promise<void>((resolve) => (end = resolve)));
    const refused = await turns.take(at('b'), async () => {}).catch((error: unknown) => error);
    expect(refused).to.be.instanceOf(Failure);
    expect(refused).to.deep.include({ code: 'unavailable', headers: { 'Retry-After': '1' } });
    end();
    await first;
  });

  it('are given back by who leaves while they wait', async () => {
    const bench = new Bench({ atOnce: 1, waiting: 2 });
    const leaving = new AbortController();
    void bench.ask('a1', at('a'));
    void bench.ask('a2', { ...at('a'), gone: leaving.signal });
    void bench.ask('b1', at('b'));
    leaving.abort();
    await settled();
    expect(bench.refused).to.deep.equal(['a2 503']);
    void bench.ask('c1', at('c'));
    await settled();
    expect(bench.refused, 'there is room again').to.have.length(1);
    await bench.endAll();
    expect(bench.begun.join(' ')).to.equal('a1 b1 c1');
    void bench.ask('a3', { ...at('a'), gone: leaving.signal });
    await settled();
    expect(bench.begun, 'who had left before').to.have.length(3);
  });

  it('go on after work that failed', async () => {
    const turns = new Turns({ atOnce: 1, waiting: 5 });
    const failing = turns.take(at('a'), () => Promise.reject(new Error('broken')));
    const next = turns.take(at('a'), async () => 'done');
    expect(await failing.catch((error: Error) => error.message)).to.equal('broken');
    expect(await next).to.equal('done');
  });
});
