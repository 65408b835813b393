import { expect } from 'chai';
import { Costs } from '../../../../resources/labour/costs.ts';

describe('what materials cost', () => {
  it('is told against what is known of their value', () => {
    const costs = new Costs();
    costs.own(1_250_000);
    costs.own(null);
    costs.spend({ source: 'parts', cents: 22_809, preventive: false }, true);
    costs.spend({ source: 'parts', cents: -5_000, preventive: false }, true);
    costs.spend({ source: 'labour', cents: 10_000, preventive: true }, true);
    costs.spend({ source: 'service', cents: 5_000, preventive: false }, true);
    costs.spend({ source: 'service', cents: 9_000, preventive: false }, false);
    expect(costs.figures()).to.deep.equal({
      ...{ cost: 418.09, parts_cost: 178.09, labour_cost: 100, service_cost: 140 },
      ...{ preventive_cost: 100, preventive_share: 0.239183, materials: 2, asset_value: 12_500 },
      ...{ without_value: 1, cost_without_value: 90, cost_to_value: 0.026247 },
    });
  });

  it('is in no relation to nothing', () => {
    expect(new Costs().figures()).to.include({ cost: 0, preventive_share: null, cost_to_value: null });
  });

  it('may be less than nothing', () => {
    const costs = new Costs();
    costs.own(3);
    costs.spend({ source: 'parts', cents: -2, preventive: true }, true);
    expect(costs.figures()).to.include({ cost: -0.02, preventive_share: 1, cost_to_value: -0.666667 });
  });
});
