/**
 * Patterns of events, as forms offer them: all events, one kind of change for all resources, and all of a resource. Requests can
 * contain any other pattern; a form with all of them would be too long.
 */
import { type OfferContext, type OfferedValue, say } from '../../engine/index.ts';
import { actionValues } from '../access/journal-values.ts';

const everything = say('everything');
const common = ['create', 'update', 'transition', 'delete'];

/** Those that the user may save at the current site. */
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
