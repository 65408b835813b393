/** The loop of works: each by itself, at once after a nudge, and ended in good order. */
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'chai';
import {
  createOutbox,
  type Outbox,
  soonAfter,
  type Work,
} from '../../../../../engine/features/outbox/worker.ts';
import { pauseAfter } from '../../../../../engine/signal.ts';

const anHour = 3_600_000;

describe('the works of the outbox', () => {
  const started: Outbox[] = [];
  const told: unknown[] = [];
  const make = (...works: Work[]): Outbox => {
    const outbox = createOutbox({ works, report: (work, error) => told.push([work, error]) });
    started.push(outbox);
    return outbox;
  };
  afterEach(async () => {
    told.length = 0;
    await Promise.all(started.splice(0).map((outbox) => outbox.stop()));
  });

  /** A work that tells of each of its runs. */
  const counted = (name: string, wait: number | ((run: number) => number)) => {
    const runs = new EventTarget();
    let count = 0;
    const work: Work = {
      name,
      run: async () => {
        count += 1;
        runs.dispatchEvent(new Event(String(count)));
        return typeof wait === 'number' ? wait : wait(count);
      },
    };
    return { work, count: () => count, run: (number: number) => once(runs, String(number)) };
  };
  const hanging: Work = { name: 'hanging', run: (signal) => once(signal, 'abort').then(() => 0) };

  it('go on while one of them hangs', async () => {
    const other = counted('other', (run) => (run < 3 ? 0 : anHour));
    const outbox = make(hanging, other.work);
    const third = other.run(3);
    outbox.start();
    await third;
  });

  it('look again at once where they are nudged, also in the middle of a run', async () => {
    const one = counted('one', anHour);
    let during = () => {};
    const busy: Work = {
      name: 'busy',
      run: async () => {
        during();
        return one.work.run(new AbortController().signal);
      },
    };
    const outbox = make(busy);
    let next = one.run(1);
    outbox.start();
    await next;
    next = one.run(2);
    outbox.nudge('busy');
    await next;
    next = one.run(4);
    during = () => {
      during = () => {};
      outbox.nudge();
    };
    outbox.nudge('busy');
    await next;
    expect(one.count()).to.equal(4);
  });

  it('that gather do together what they are nudged for meanwhile', async () => {
    const one = counted('one', anHour);
    const outbox = make({ ...one.work, gatherMs: 1 });
    const first = one.run(1);
    outbox.start();
    await first;
    const second = one.run(2);
    for (let nudge = 0; nudge < 3; nudge += 1) outbox.nudge('one');
    await second;
    await outbox.stop();
    expect(one.count()).to.equal(2);
  });

  it('tell of a failure, and of nothing once they end', async () => {
    const failing: Work = { name: 'failing', run: async () => Promise.reject(new Error('no')) };
    const reported = new EventTarget();
    const outbox = createOutbox({
      works: [failing],
      report: (work, error) => {
        told.push([work, error]);
        reported.dispatchEvent(new Event('told'));
      },
    });
    const telling = once(reported, 'told');
    outbox.start();
    await telling;
    await outbox.stop();
    expect(told.map((one) => String(one))).to.deep.equal(['failing,Error: no']);
  });

  it('do all that is due in their order, and the others where one fails', async () => {
    const order: string[] = [];
    const work = (name: string, rounds: number): Work => ({
      name,
      run: async () => {
        order.push(name);
        if (rounds === 0) throw new Error(name);
        return order.filter((one) => one === name).length < rounds ? 0 : anHour;
      },
    });
    const failed = await make(work('a', 2), work('b', 0), work('c', 1))
      .once()
      .then(
        () => 'nothing',
        (error: Error) => error.message,
      );
    expect(failed).to.equal('b');
    expect(order).to.deep.equal(['a', 'a', 'b', 'c']);
  });

  it('end what they have in hand before they are stopped', async () => {
    let ended = false;
    const outbox = make({
      name: 'one',
      run: async (signal) => {
        await once(signal, 'abort');
        await Promise.resolve();
        ended = true;
        return 0;
      },
    });
    outbox.start();
    await outbox.stop();
    expect(ended).to.equal(true);
  });

  it('give an attempt up some time after the end, also one that began behind it', async () => {
    const ending = new AbortController();
    const [before, over] = [soonAfter(ending.signal, 1), soonAfter(ending.signal, 1)];
    over.forget();
    ending.abort();
    const behind = soonAfter(ending.signal, 1);
    const waiting = setInterval(() => {}, 1000);
    await Promise.all([before, behind].map(({ signal }) => signal.aborted || once(signal, 'abort')));
    clearInterval(waiting);
    expect(over.signal.aborted).to.equal(false);
  });
});

describe('a pause between two steps of the outbox', () => {
  const { eventLoopUtilization } = performance;
  afterEach(() => {
    performance.eventLoopUtilization = eventLoopUtilization;
  });

  for (const [utilization, order] of [
    [0.1, ['the pause', 'one and a half of it']],
    [0.6, ['one and a half of it', 'the pause']],
  ] as const) {
    it(`lasts as long again if the process is busy with other work (${utilization})`, async () => {
      performance.eventLoopUtilization = () => ({ idle: 0, active: 0, utilization });
      const ended: string[] = [];
      const later = sleep(60).then(() => void ended.push('one and a half of it'));
      await pauseAfter(20, new AbortController().signal);
      ended.push('the pause');
      await later;
      expect(ended).to.deep.equal(order);
    });
  }
});
