/** Services for hooks, for tests that create their own engine. */
import type { createAuth } from '../../auth/index.ts';
import type { Services } from '../../engine/kinds/services.ts';
import type { Registry } from '../../engine/model/resource.ts';
import type { Config } from '../../service/config/config.ts';
import { createCalendars } from '../../service/outbox/feeds/feeds.ts';
import { createWebhooks } from '../../service/outbox/webhooks/webhooks.ts';
import { requestServices } from '../../service/requests/codes.ts';

export function lentServices(
  auth: Pick<ReturnType<typeof createAuth>, 'services'>,
  config: Config,
  registry: Registry,
): Services {
  const webhooks = createWebhooks({ config, registry, nudge() {} }).services;
  return { ...auth.services, ...createCalendars(config.appUrl), ...requestServices, webhooks };
}
