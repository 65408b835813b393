/** Labels for the subjects of journal entries. Subjects that no longer exist have only their name. */
import { type OfferContext, type OfferedValue, say } from '../../engine/index.ts';

const actions = {
  create: say('creation'),
  update: say('change'),
  transition: say('change of state'),
  delete: say('deletion'),
  attach: say('addition'),
  amend: say('change of what was added'),
  detach: say('removal'),
  login: say('sign-in'),
  password: say('change of password'),
  'two-factor-on': say('two-factor sign-in on'),
  'two-factor-off': say('two-factor sign-in off'),
  'recovery-codes': say('new recovery codes'),
};

export function actionValues(): OfferedValue[] {
  return Object.entries(actions).map(([value, label]) => ({ value, label }));
}

/** The resources that can be written. */
export function resourceValues({ resources }: OfferContext): OfferedValue[] {
  const written = resources.filter(
    ({ operations, definition }) =>
      !definition.hung && operations.some((one) => one !== 'viewAny' && one !== 'view'),
  );
  return written.map(({ name, title }) => ({ value: name, label: title.one }));
}
