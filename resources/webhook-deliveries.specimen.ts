/** How deliveries are created. */
import { defineSpecimen } from '../package/testing/index.ts';

export default defineSpecimen({
  reason: 'The service makes deliveries, of events and of tests.',
  async populate(place, specimens) {
    const { id } = await specimens.make('webhooks', place);
    for (let number = 0; number < 6; number += 1) {
      await specimens.clientAt(place).post(`/webhooks/${id}/test`);
    }
  },
});
