/** Valid sites. */
import { defineSpecimen } from '../package/testing/index.ts';

export default defineSpecimen({
  // The first person of every test world.
  blockers: { memberships: (site_id) => ({ site_id, user_id: 1 }) },
});
