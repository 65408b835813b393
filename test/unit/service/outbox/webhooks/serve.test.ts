/** Sending to one webhook, with attempts and a database of the test. */
import { expect } from 'chai';
import type { Claimed } from '../../../../../service/outbox/webhooks/sending/claim.ts';
import type { Tried } from '../../../../../service/outbox/webhooks/sending/outcome.ts';
import { serve } from '../../../../../service/outbox/webhooks/sending/serve.ts';

const claimOf = (id: number, claimedAt = performance.now()): Claimed => ({
  ...{
    id,
    webhookId: 1,
    siteId: 1,
    holder: 'us',
    eventId: `e${id}`,
    resource: 'zone',
    recordId: id,
    tries: 0,
  },
  ...{ payload: '{}', url: 'http://127.0.0.1/', includeRow: false, secrets: ['s'], claimedAt },
});
const delivered = { error: null, status: 200, durationMs: 1, retryAfterMs: null };

describe('what was sent to a webhook', () => {
  const signal = new AbortController().signal;

  /** Sends two deliveries, of which the second takes longer, while the first results cannot be recorded. */
  async function send(failures: number, claimedAt?: number) {
    const sent: number[] = [];
    const recorded: number[] = [];
    const reported: unknown[] = [];
    let failed = 0;
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    const deliver = async (claimed: Claimed): Promise<Tried> => {
      sent.push(claimed.id);
      if (claimed.id === 2) await held;
      return { claimed, body: '{}', outcome: delivered };
    };
    const { ended } = serve({
      ...{ id: 1, claimed: [claimOf(1, claimedAt), claimOf(2)], signal, deliver, ended: () => {} },
      turn: async ({ tried }) => {
        if (failed < failures) {
          failed += 1;
          release();
          throw Object.assign(new Error('Two processes met.'), { code: 'ER_LOCK_DEADLOCK' });
        }
        release();
        recorded.push(...tried.map(({ claimed }) => claimed.id));
        return { claimed: [], more: false };
      },
      report: (error) => reported.push(error),
    });
    await ended;
    return { sent, recorded: recorded.sort(), reported: reported.length };
  }

  it('is recorded, also if that fails at first', async () => {
    expect(await send(0)).to.deep.equal({ sent: [1, 2], recorded: [1, 2], reported: 0 });
    expect(await send(2)).to.deep.equal({ sent: [1, 2], recorded: [1, 2], reported: 0 });
  });
});
