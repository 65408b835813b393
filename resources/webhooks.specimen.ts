/** Valid webhooks. */
import { defineSpecimen } from '../package/testing/index.ts';

const patterns = [['zone.*'], ['*.delete', 'zone.*'], ['*'], ['material.update', 'zone.create']];

export default defineSpecimen({
  reason: 'Its address is one of the internet, and its events are of resources.',
  asks: ['zone.viewAny'],
  values: {
    url: (_place, variant) => `https://erp${variant}.example/mill`,
    events: (_place, variant) => patterns[variant % patterns.length] ?? [],
    every_site: () => false,
  },
  // Only the headquarters receives events of every site.
  unchangeable: ['every_site'],
});
