/** Labels for the kinds of notices, and for the resources that they are about. */
import { type OfferContext, type OfferedValue, say } from '../../engine/index.ts';

export function kindValues({ resources }: OfferContext): OfferedValue[] {
  return resources.flatMap(({ name, definition }) =>
    Object.entries(definition.notices ?? {}).map(([kind, { label }]) => ({
      value: `${name}.${kind}`,
      label: say(label),
    })),
  );
}

export function noticedValues({ resources }: OfferContext): OfferedValue[] {
  return resources
    .filter(({ definition }) => definition.notices)
    .map(({ name, title }) => ({ value: name, label: title.one }));
}
