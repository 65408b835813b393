/** Right sites. */
import { defineSpecimen } from '../testing/index.ts';

export default defineSpecimen({
  reason: 'There is one headquarters already, and it stays it.',
  fit(body, { pinned }) {
    if (!pinned.has('is_headquarters')) body.is_headquarters = false;
  },
  unchangeable: ['is_headquarters'],
  // The first of the people whom every world begins with.
  blockers: { memberships: (site_id) => ({ site_id, user_id: 1 }) },
});
