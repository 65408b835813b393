/** The machine that sends what waits, with attempts and a database of the test. */
import { expect } from 'chai';
import { createSending, type Job } from '../../../../service/outbox/sending.ts';

describe('what was sent', () => {
  const { signal } = new AbortController();

  /** Sends two jobs, of which the second takes longer, while the first results cannot be recorded. */
  async function send(failures: number, never = 0) {
    const [sent, recorded]: [number[], number[]] = [[], []];
    let [failed, reported, left] = [0, 0, [1, 2]];
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    const run = createSending<Job, 'sent'>({
      leaseMs: never === 0 ? 60_000 : 1,
      findDue: async () => (left.length > 0 ? [{ id: 7, siteId: 1 }] : []),
      claim: async (_, claim) => {
        const claimed = left.map((id) => ({ id, ...claim }));
        left = [];
        return { claimed, more: false };
      },
      attempt: async ({ id }) => {
        sent.push(id);
        if (id === 2 && never === 0) await held;
        return 'sent';
      },
      hasFailed: () => false,
      note: async (_, ended) => {
        release();
        failed += 1;
        if (failed <= failures || ended.some(({ job }) => job.id === never))
          throw Object.assign(new Error('Two processes met.'), { code: 'ER_LOCK_DEADLOCK' });
        recorded.push(...ended.map(({ job }) => job.id));
      },
      report: () => {
        reported += 1;
      },
    });
    for (let round = 0; round < 100 && (await run(signal)) === 0; round += 1);
    return { sent, recorded: recorded.sort(), reported };
  }

  it('is recorded, also if that fails at first', async () => {
    expect(await send(0)).to.deep.equal({ sent: [1, 2], recorded: [1, 2], reported: 0 });
    expect(await send(2)).to.deep.equal({ sent: [1, 2], recorded: [1, 2], reported: 0 });
  });

  it('is recorded without what can never be', async () => {
    expect(await send(0, 2)).to.deep.equal({ sent: [1, 2], recorded: [1], reported: 1 });
  });
});
