/** The description of the whole API: sign-in, every resource, and the other endpoints. */

import { describeSignIn } from '../../../auth/sign-in/openapi.ts';
import type { TagSpec } from '../../../engine/describe/openapi/spec.ts';
import { features, routesOf } from '../../../engine/features/index.ts';
import { documentInSteps } from '../../../engine/features/openapi/document.ts';
import { describeOptionLists, describeResource } from '../../../engine/features/openapi/resource-tag.ts';
import type { Registry } from '../../../engine/model/resource.ts';
import { atOnce } from '../../../engine/signal.ts';
import { readCookies } from '../../config/addresses.ts';
import type { Config } from '../../config/config.ts';
import { describeCalendars } from '../../outbox/feeds/openapi.ts';
import { describeUnsubscribe } from '../../outbox/mail/unsubscribe.ts';
import { describePreferences } from '../../outbox/notifications/preferences-tag.ts';
import { presentProject } from '../../project/project.ts';
import { describeRequestDoor } from '../../requests/openapi.ts';
import { hasRequests } from '../../requests/places.ts';
import { describeService } from './openapi.ts';
import { describeWebhooks } from './webhooks.ts';

export const apiPrefix = '/api/v1';
export const documentPath = `${apiPrefix}/openapi.json`;

const introduction = `
Manages industrial sites and their equipment: JSON over HTTP, for a browser client that signs in with session cookies.

**Signing in.** Get \`/spa/csrf-cookie\`, then post e-mail and password to \`/api/v1/auth/login\`. Every request that changes
something carries the value of the cookie \`XSRF-TOKEN\` in the header \`X-XSRF-TOKEN\`. Every request of somebody who signs in
carries \`Origin\` (or \`Referer\`), whose host is listed in STATEFUL_DOMAINS or is the service’s own: browsers send it by themselves, other clients set it.

**Sites.** One works at one site at a time, and holds the permissions that one’s roles have there.
\`PATCH /api/v1/user/site\` switches. On the headquarters site lists show the rows of every site. Another tab or device may switch, too:
a request with \`X-Actor: 12@3\` is a 422 unless user 12 is signed in and works at site 3. \`/auth\` and \`/user\` do not read it.

**Lists** take \`page\` and \`per_page\`, \`sort\`, \`search\` and filters. Any of the values of a filter fits; different
filters must all fit. Several values are written \`a=1,2\`, \`a=1&a=2\` or \`a[]=1&a[]=2\`, wherever a parameter takes several.
Operators stand in brackets: \`started_at[gte]=2026-01-01T00:00:00Z\`, \`status[not]=closed\`, \`zone_id[null]=true\`.

**Fewer keys.** \`fields=id,name\` answers rows with these keys alone. Since any other is then missing, that is described by
\`/api/v1/openapi.json?fields=true\`, where no key of a row is required.

**Changes.** An unknown field, one that is read-only, or a value of another type is a 422 that names the field. A change may have
everything that a row was read with: what is read-only is taken where it says what is so. Texts lose the
white space around them, and an empty one is null where null is allowed.
\`If-Match\` keeps one from overwriting what somebody else has changed; \`Idempotency-Key\` makes repeating a write safe;
\`Prefer: dry-run\` checks everything and writes nothing: on writes of resources and on batches. \`/auth\`, \`/user\` and what needs no session refuse it (422).

**Size.** JSON and text over 1 KiB come in gzip for \`Accept-Encoding: gzip\`, with the same entity tag; answers of sign-in and of second
factors do not.

**Values.** Times are ISO 8601 in UTC with milliseconds, days \`YYYY-MM-DD\`, amounts numbers with at most two decimals.

**Failures** have one shape: a \`message\` to be shown, a \`code\` to decide by and, for a 422, \`errors\` by field.
`.trim();

/**
 * The OpenAPI document of a service with these settings and resources.
 *
 * @param fields whether it has the parameter `fields`, with which any key of a row can be missing: without it, rows have all keys
 */
export function* describeInSteps(config: Described, registry: Registry, fields = false) {
  const { appUrl, locales, cookies = readCookies('') } = config;
  const { appName: title = presentProject().identity.name, appVersion = presentProject().identity.version } =
    config;
  const shared = { registry, prefix: apiPrefix, baseUrl: `${appUrl}${apiPrefix}`, locales, fields };
  const resources: TagSpec[] = [];
  for (const resource of registry.values()) {
    resources.push(describeResource({ ...shared, resource }, routesOf(resource)));
    yield;
  }
  return yield* documentInSteps({
    title,
    version: appVersion,
    description: introduction.replace('`XSRF-TOKEN`', () => `\`${cookies.token}\``),
    server: appUrl,
    cookie: cookies.session,
    tokenCookie: cookies.token,
    tokenHeader: 'X-XSRF-TOKEN',
    chapters: [
      ...describeSignIn(locales),
      ...resources,
      describeOptionLists(shared, routesOf),
      ...features.flatMap((feature) => feature.chapters?.(apiPrefix, resources) ?? []),
      ...(registry.has('calendar-feeds') ? [describeCalendars(apiPrefix)] : []),
      describePreferences(apiPrefix, registry),
      ...(hasRequests(registry) ? [describeRequestDoor(apiPrefix)] : []),
      describeUnsubscribe(apiPrefix),
      describeService(apiPrefix, documentPath),
    ],
    ...describeWebhooks(registry),
  });
}

/** The same, at once. */
export function describeApi(...asked: Parameters<typeof describeInSteps>) {
  return atOnce(describeInSteps(...asked));
}

type Described = Pick<Config, 'appUrl' | 'locales'> &
  Partial<Pick<Config, 'appName' | 'appVersion' | 'cookies'>>;
