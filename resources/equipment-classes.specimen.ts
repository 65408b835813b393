/** Valid equipment classes. */
import { defineSpecimen } from '../package/testing/index.ts';

let codes = 0;

export default defineSpecimen({
  reason: 'Codes have ten characters at the most, and no two classes have the same.',
  values: {
    code: () => {
      codes += 1;
      return `C${codes}`;
    },
  },
});
