/** Valid people. */
import { defineSpecimen, roleIds, siteIds } from '../package/testing/index.ts';

export default defineSpecimen({
  reason:
    'Memberships name sites and roles of the person who grants them; without any one belongs to no headquarters. A password and an invitation exclude each other. The address that is still to be confirmed is read before and after a write. People who leave are taken off three kinds of work.',
  writeQueries: 23,
  fit(body, { place, current }) {
    delete body.invite;
    if (!current) body.password ??= 'a walk by the mill';
    if (!current) body.memberships ??= [{ site_id: siteIds[place], role_ids: [] }];
  },
  viewer: (place) => ({ memberships: [{ site_id: siteIds[place], role_ids: [roleIds.everything] }] }),
  required: ['password'],
  values: {
    memberships: async (place, variant, specimens) => {
      const role = await specimens.make('roles', 'hq');
      return [{ site_id: siteIds[place], role_ids: variant % 2 === 0 ? [] : [role.id] }];
    },
  },
  asSent: {
    memberships: (value) => membershipsIn(value).map(({ site_id, role_ids }) => ({ site_id, role_ids })),
  },
  filters: {
    site_id: ({ memberships }) => membershipsIn(memberships).map(({ site_id }) => site_id),
    role_id: ({ memberships }) => membershipsIn(memberships).flatMap(({ role_ids }) => role_ids),
  },
});

interface Membership {
  readonly site_id: number;
  readonly role_ids: readonly number[];
}

function membershipsIn(value: unknown): readonly Membership[] {
  return Array.isArray(value) ? value : [];
}
