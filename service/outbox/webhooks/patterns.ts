/** The events that webhooks can receive, and the patterns that match them. */
import { isNotedByName } from '../../../engine/kinds/told-once.ts';
import { follows } from '../../../engine/memoize.ts';
import type { Registry } from '../../../engine/model/resource.ts';

/** A resource with events for webhooks. */
export interface HeardResource {
  readonly name: string;
  /** The kinds of its events, the part after the dot in their names. */
  readonly actions: readonly string[];
}

/** They are about people, or about webhooks themselves. */
const unheard: readonly string[] = ['activity', 'webhook', 'webhook-delivery'];

/** The resources whose rows belong to a site. */
export const heardResources = follows((registry: Registry): readonly HeardResource[] =>
  [...registry.values()]
    // Changes of attached rows are events of the rows that they are attached to.
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

/** Whether a pattern matches an event: `*`, `maintenance.*`, `*.delete` or `maintenance.transition`. */
export function means(pattern: string, { resource, action }: { resource: string; action: string }): boolean {
  const [wanted, kind = '*'] = pattern.split('.');
  return (wanted === '*' || wanted === resource) && (kind === '*' || kind === action);
}
