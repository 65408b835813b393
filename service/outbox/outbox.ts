/** Everything that leaves the service: events are passed to listeners, and their results are sent. */
import type { Logger } from 'pino';
import type { Database } from '../../engine/database/open.ts';
import { createHandOn } from '../../engine/features/outbox/hand-on.ts';
import { createMoments } from '../../engine/features/outbox/moments.ts';
import { createOutbox, type Outbox, type Work } from '../../engine/features/outbox/worker.ts';
import type { Engine } from '../../engine/serve/engine.ts';
import { tellPeople } from './notifications/fan-out.ts';
import { notificationsPath } from './notifications/visible.ts';
import type { Sending, Webhooks } from './webhooks/webhooks.ts';

interface OutboxParts extends Sending {
  readonly database: Database;
  readonly engine: Engine;
  readonly log: Logger;
  /** The work that makes and sends mails. */
  readonly mails: readonly Work[];
  readonly webhooks: Pick<Webhooks, 'outbox'>;
}

/** Creates the outbox of the service: the listeners of events, followed by the work that sends. */
export function createServiceOutbox({ mails, webhooks, ...sending }: OutboxParts): Outbox {
  const { database: db, engine, log } = sending;
  const { registry, journalTable } = engine;
  const given = { db, registry, journalTable };
  const { listeners, senders } = webhooks.outbox(sending);
  const people = registry.has(notificationsPath) ? [tellPeople(registry)] : [];
  const outbox: Outbox = createOutbox({
    works: [
      createMoments({ ...given, found: () => outbox.nudge('events') }),
      createHandOn({
        ...given,
        listeners: [...people, ...listeners],
        handedOn: (work) => outbox.nudge(work),
      }),
      ...mails,
      ...senders,
    ],
    report: (work, err) => log.error({ work, err }, 'A work of the outbox has failed; it is tried again.'),
  });
  return outbox;
}
