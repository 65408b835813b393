/** Whose turn it is where only so much goes on at once: nobody is kept waiting by somebody who asks for much. */
import { expect } from 'chai';
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
  lane,
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
      lane,
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
    expect(bench.refused.at(-1)).to.equal('y 503');
    await bench.endAll();
    expect(bench.begun).to.have.length(7).and.include('x');
  });

  it('are kept in reserve for some, beyond what may wait in all', async () => {
    const bench = new Bench({ atOnce: 1, waiting: 1 });
    for (const name of ['a', 'b', 'c']) void bench.ask(name, at(name));
    const reserved = { ...at('d'), reserve: 1 };
    expect([bench.turns.refuses(at('d')), bench.turns.refuses(reserved)]).to.deep.equal([true, false]);
    void bench.ask('d', reserved);
    void bench.ask('e', { ...at('e'), reserve: 1 });
    await settled();
    expect(bench.refused).to.deep.equal(['c 503', 'e 503']);
    await bench.endAll();
    expect(bench.begun.join(' ')).to.equal('a b d');
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
