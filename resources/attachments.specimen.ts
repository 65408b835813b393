/** Valid files: texts, with the endings of texts. */
import { defineSpecimen, marks } from '../package/testing/index.ts';

let count = 0;

export default defineSpecimen({
  reason: 'A name gets the ending of its type.',
  // The row is locked and checked for room, and the bytes are counted.
  writeQueries: 24,
  values: {
    name: (place) => {
      count += 1;
      return `${marks[place]} ${count}.txt`;
    },
  },
});
