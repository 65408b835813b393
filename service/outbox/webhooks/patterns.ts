/** Of which events webhooks can hear, and which a pattern means. */
import { isNotedByName } from '../../../engine/kinds/told-once.ts';
import { follows } from '../../../engine/memoize.ts';
import type { Registry } from '../../../engine/model/resource.ts';

/** A resource whose events webhooks hear of. */
export interface HeardResource {
  readonly name: string;
  /** The kinds of its events, behind the dot of their names. */
  readonly actions: readonly string[];
}

/** They tell of people, or of webhooks themselves. */
const unheard: readonly string[] = ['activity', 'webhook', 'webhook-delivery'];

/** The resources whose rows belong to a site. */
export const heardResources = follows((registry: Registry): readonly HeardResource[] =>
  [...registry.values()]
    // What hangs on rows is told as an event of these.
    .filter(({ scope, name, hung }) => scope === 'site' && !hung && !unheard.includes(name))
    .map(({ name, definition, actions, hanging }) => ({
      name,
      actions: [
        ...['create', 'update', 'delete'],
        ...(definition.states ? ['transition'] : []),
        ...(hanging().length > 0 ? ['attach', 'amend', 'detach'] : []),
        ...[...actions].flatMap(([action, model]) => (isNotedByName(model) ? [action] : [])),
        ...Object.keys(('notices' in definition && definition.notices) || {}),
      ],
    })),
);

/** Whether a pattern means an event: `*`, `maintenance.*`, `*.delete` or `maintenance.transition`. */
export function means(pattern: string, { resource, action }: { resource: string; action: string }): boolean {
  const [wanted, kind = '*'] = pattern.split('.');
  return (wanted === '*' || wanted === resource) && (kind === '*' || kind === action);
}
