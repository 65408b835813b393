/** The permissions that a form offers for a role, in words, by the resource that they are of. */
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
 * All names that a role may hold, `*` first. What somebody holds is what they may grant: they hold at their current site what
 * their permissions say, and `*` where they lack nothing.
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
