/** Labels for the permissions that a form offers for a role, grouped by resource. */
import { type OfferContext, type OfferedValue, say } from '../../engine/index.ts';

const words = {
  viewAny: say('list'),
  view: say('view'),
  create: say('create'),
  update: say('edit'),
  delete: say('delete'),
};
const everything = say('everything');

/**
 * All names that a role may contain, `*` first. A user may grant what they hold: their permissions at the current site, and `*`
 * if they lack nothing.
 */
export function permissionValues({ actor, services, resources }: OfferContext): OfferedValue[] {
  const holds = (name: string) => actor.permissions.has(name);
  const names = services.permissionNames();
  return [
    { value: '*', label: everything, grantable: names.every(holds) },
    ...names.map((value) => {
      const [prefix = '', operation = ''] = value.split('.');
      const resource = resources.find(({ name }) => name === prefix);
      const label = isKnown(operation) ? words[operation] : say(operation.replaceAll('-', ' '));
      return { value, label, ...(resource && { group: resource.title.many }), grantable: holds(value) };
    }),
  ];
}

function isKnown(operation: string): operation is keyof typeof words {
  return Object.hasOwn(words, operation);
}
