/** Assembles the parts of webhooks for the service. */
import type { Logger } from 'pino';
import type { Database } from '../../../engine/database/open.ts';
import type { Listener } from '../../../engine/features/outbox/feature.ts';
import type { Work } from '../../../engine/features/outbox/worker.ts';
import type { Registry } from '../../../engine/model/resource.ts';
import type { WriteParts } from '../../../engine/write/context.ts';
import type { Config } from '../../config/config.ts';
import { version } from '../../project/version.ts';
import { createFanOut } from './fan-out.ts';
import { createGuard } from './guard.ts';
import { type AttemptResult, createSender } from './sending/sender.ts';
import { createWebhookServices } from './services.ts';
import type { WritingParts } from './stop.ts';

export interface Webhooks {
  /** The services for hooks of resources. */
  readonly services: ReturnType<typeof createWebhookServices>;
  /** The parts that create and send deliveries; none if the project has no webhooks. */
  outbox(sending: Sending): WebhookOutbox;
}

interface WebhookOutbox {
  readonly listeners: readonly Listener[];
  readonly senders: readonly Work[];
}

export interface Sending {
  readonly database: Database;
  readonly engine: WriteParts;
  readonly systemActor: WritingParts['systemActor'];
  readonly log: Logger;
  /** Called after each attempt. */
  attempted(result: AttemptResult): void;
}

interface WebhookParts {
  readonly config: Pick<Config, 'appKeys' | 'webhookAllow'>;
  readonly registry: Registry;
  /** Triggers a check for due deliveries. */
  nudge(): void;
}

/** By this time after a statement, its transaction has usually ended; otherwise the next check finds the delivery. */
const soonMs = 50;

export function createWebhooks({ config, registry, nudge }: WebhookParts): Webhooks {
  const { appKeys } = config;
  const guard = createGuard(config.webhookAllow);
  const due = () => void setTimeout(nudge, soonMs).unref();
  return {
    services: createWebhookServices({ guard, appKeys, registry, due }),
    outbox: ({ database: db, engine: parts, systemActor, log, attempted }) => {
      if (!registry.has('webhooks')) return { listeners: [], senders: [] };
      const report = (err: unknown) => log.error({ err }, 'A webhook could not be sent; it is tried again.');
      const given = { db, parts, systemActor, attempted, report, guard, appKeys, version };
      return { listeners: [createFanOut(registry)], senders: [createSender(given)] };
    },
  };
}
