/**
 * Patterns of events, as forms offer them: everything, one kind of change of all, and all of a resource. Requests can name any other; nobody
 * would find theirs among all of them.
 */
import { type OfferContext, type OfferedValue, say } from '../../engine/index.ts';
import { actionValues } from '../access/journal-values.ts';

const everything = say('everything');
const common = ['create', 'update', 'transition', 'delete'];

/** Those that somebody may save at their current site. */
export function patternValues({ actor, services, resources }: OfferContext): OfferedValue[] {
  const heard = services.webhooks.heard();
  const held = heard.filter(({ name }) => actor.permissions.has(`${name}.viewAny`));
  const one = held.map(({ name }) => {
    const title = resources.find((resource) => resource.name === name)?.title.many;
    return { value: `${name}.*`, label: title ?? everything };
  });
  if (held.length < heard.length) return one;
  const all = actionValues().filter(({ value }) => common.includes(value));
  return [
    { value: '*', label: everything },
    ...all.map(({ value, label }) => ({ value: `*.${value}`, label })),
    ...one,
  ];
}
