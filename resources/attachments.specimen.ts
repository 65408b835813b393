/** Right files: their names end as those of texts do, which they are. */
import { defineSpecimen, marks } from '../package/testing/index.ts';

let count = 0;

export default defineSpecimen({
  reason: 'A name gets the ending of its type.',
  // The row that it is on is locked and asked for room, and its bytes are counted.
  writeQueries: 24,
  values: {
    name: (place) => {
      count += 1;
      return `${marks[place]} ${count}.txt`;
    },
  },
});
