/** Valid service costs. */
import { defineSpecimen } from '../package/testing/index.ts';

export default defineSpecimen({
  reason: 'No cost is incurred in the future.',
  values: { incurred_on: (_place, variant) => `2024-02-${10 + (variant % 15)}` },
});
