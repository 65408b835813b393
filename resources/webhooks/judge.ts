/** Checks a webhook: its address, its events, and whether its author may receive them. */
import { type HookContext, type Message, say } from '../../engine/index.ts';

interface WebhookWrite extends HookContext {
  readonly row: {
    readonly url: string;
    readonly events: readonly string[];
    readonly every_site: boolean;
  };
  fail(field: 'url' | 'events' | 'every_site', message: Message): void;
}

const mostPatterns = 20;

/**
 * Refuses addresses in a private network, patterns without events, and events that the author may not list: with a webhook, they
 * could read them.
 */
export function judgeWebhook({ row, actor, services, fail }: WebhookWrite): void {
  const problem = services.webhooks.urlProblem(row.url);
  if (problem) fail('url', urlProblems[problem]);
  if (row.every_site && !actor.site?.is_headquarters) fail('every_site', headquartersOnly);
  if (row.events.length > mostPatterns) fail('events', say(tooMany, { max: mostPatterns }));
  const heard = services.webhooks.heard();
  for (const pattern of row.events) {
    const [resource = '', action, ...rest] = pattern.split('.');
    const meant = heard.filter(({ name }) => resource === '*' || resource === name);
    const isKnown =
      rest.length === 0 &&
      meant.length > 0 &&
      (action === undefined
        ? pattern === '*'
        : action === '*'
          ? resource !== '*'
          : meant.some(({ actions }) => actions.includes(action)));
    if (!isKnown) {
      fail('events', say(unknown, { pattern }));
      continue;
    }
    const lacking = meant.find(({ name }) => !actor.permissions.has(`${name}.viewAny`));
    if (lacking) fail('events', say(notHeld, { pattern, permission: `${lacking.name}.viewAny` }));
  }
}

const urlProblems = {
  form: say('The address must begin with https:// and name a host.'),
  parts: say('The address must have neither a user nor a part behind #.'),
  scheme: say(
    'The address must begin with https://, unless an administrator of the service allows its host.',
  ),
  address: say('The address is in a private or reserved network.'),
};
const headquartersOnly = say('Only webhooks of the headquarters can hear of every site.');
const tooMany = say('At most {max} kinds of events can be chosen.');
const unknown = say(
  'There is no event “{pattern}”. Use names such as maintenance.create, or maintenance.*, *.delete or * for several.',
);
const notHeld = say('You lack the permission {permission}, which “{pattern}” needs.');
