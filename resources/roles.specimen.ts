/** Valid roles. */
import { defineSpecimen } from '../package/testing/index.ts';

export default defineSpecimen({
  reason: 'Permissions are names that definitions make.',
  values: {
    permissions: (_place, variant) => ['role.create', 'role.view', 'role.viewAny'].slice(0, variant % 4),
  },
});
