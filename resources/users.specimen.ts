/** Right people. */
import { defineSpecimen, siteIds } from '../package/testing/index.ts';

export default defineSpecimen({
  reason:
    'Memberships name sites and roles of the person who grants them; without any one belongs to no headquarters.',
  fit(body, { place, current }) {
    if (!current) body.memberships ??= [{ site_id: siteIds[place], role_ids: [] }];
  },
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
