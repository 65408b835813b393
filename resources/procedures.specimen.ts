/** Valid procedures. */
import { defineSpecimen } from '../package/testing/index.ts';

export default defineSpecimen({
  reason: 'What a step holds goes with its kind.',
  values: {
    steps: (_place, variant) => [
      { title: `Oil level ${variant}`, kind: 'check' },
      {
        ...{ title: 'Temperature', kind: 'number', required: false, help: 'At the bearing.', unit: '°C' },
        ...{ minimum: -5.25, maximum: 80 + variant, on_fail: 'incident', severity: 'high' },
      },
      {
        ...{ title: 'State', kind: 'choice', choices: ['good', 'worn', 'broken'] },
        ...{ failing_choices: ['broken'], on_fail: 'note' },
      },
    ],
  },
});
