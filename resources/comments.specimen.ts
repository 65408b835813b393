/** Valid comments: they mention people who may view the row. */
import { defineSpecimen } from '../package/testing/index.ts';

export default defineSpecimen({
  reason: 'Without the row that a comment is on, more people are offered than may view it.',
  judged: ['mention_ids'],
  // The row is read and locked, and each mentioned person is checked.
  writeQueries: 22,
  values: {
    mention_ids: async (place, variant, specimens) => {
      if (variant % 2 === 1) return [];
      const { body } = await specimens.clientAt(place).get('/user');
      return [body.data.id];
    },
  },
});
