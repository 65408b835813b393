/** English plurals in names of resources and fields. */
import { expect } from 'chai';
import { plural, referredName, singular } from '../../../engine/plural.ts';

describe('plurals', () => {
  const pairs: readonly (readonly [one: string, many: string])[] = [
    ['operator', 'operators'],
    ['work-order', 'work-orders'],
    ['company', 'companies'],
    ['activity', 'activities'],
    ['key', 'keys'],
    ['day', 'days'],
    ['address', 'addresses'],
    ['status', 'statuses'],
    ['box', 'boxes'],
    ['batch', 'batches'],
    ['dish', 'dishes'],
    ['site', 'sites'],
    ['role', 'roles'],
    ['zone', 'zones'],
    ['price', 'prices'],
    ['cache', 'caches'],
  ];

  for (const [one, many] of pairs) {
    it(`${one} → ${many}`, () => expect(plural(one)).to.equal(many));
  }

  // "caches" and "batches" end alike: which word had an "e" is not to be seen.
  for (const [one, many] of pairs.filter(([word]) => word !== 'cache')) {
    it(`${many} → ${one}`, () => expect(singular(many)).to.equal(one));
  }

  for (const word of ['stock', 'glass', 'equipment'])
    it(`leave ${word} as it is`, () => expect(singular(word)).to.equal(word));
});

describe('names of what fields refer to', () => {
  const names = {
    zone_id: 'zone',
    current_site_id: 'current_site',
    operator_ids: 'operators',
    company_ids: 'companies',
    key_ids: 'keys',
    name: 'name',
    paid: 'paid',
    paid_on: 'paid_on',
    id: 'id',
    ids: 'ids',
  };

  for (const [field, name] of Object.entries(names))
    it(`${field} → ${name}`, () => expect(referredName(field)).to.equal(name));
});
