/** Right sites. */
import { defineSpecimen } from '../package/testing/index.ts';

export default defineSpecimen({
  // The first of the people whom every world begins with.
  blockers: { memberships: (site_id) => ({ site_id, user_id: 1 }) },
});
