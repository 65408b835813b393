/** Words of values, which each language makes by its own rules. */
import { expect } from 'chai';
import { value as en } from '../../../console/words/value-en.ts';
import { value as fr } from '../../../locales/fr/console-values.ts';

describe('what is counted', () => {
  it('is one, or several, as English says it', () => {
    const told = ['piece', 'box', 'battery', 'set', 'litre', 'day'].map((unit) => en.counted(2, unit));
    expect(told).to.deep.equal(['pieces', 'boxes', 'batteries', 'sets', 'litres', 'days']);
    expect(en.counted(1, 'piece')).to.equal('piece');
    expect(en.counted(0, 'piece')).to.equal('pieces');
    expect([en.declared(1, 'days'), en.declared(2, 'days')]).to.deep.equal(['day', 'days']);
  });

  it('is one, or several, as French says it', () => {
    const told = ['pièce', 'seau', 'mois', 'litre'].map((unit) => fr.counted(2, unit));
    expect(told).to.deep.equal(['pièces', 'seaux', 'mois', 'litres']);
    expect([fr.counted(0, 'pièce'), fr.counted(1.5, 'litre')]).to.deep.equal(['pièce', 'litre']);
    expect([fr.declared(1, 'jours'), fr.declared(1, 'mois')]).to.deep.equal(['jour', 'mois']);
  });

  it('stays what it is where it is a mark', () => {
    for (const mark of ['kg', 'm', 'm²', '°C', '%', 'kWh', 'min', 'pcs']) {
      expect(en.counted(2, mark)).to.equal(mark);
    }
    for (const mark of ['kg', 'm', 'm²', '°C', '%', 'kWh', 'min']) expect(fr.counted(2, mark)).to.equal(mark);
  });
});

it('how often something comes is a sentence', () => {
  expect([en.every(1, 'month'), en.every(3, 'month')]).to.deep.equal(['Every month', 'Every 3 months']);
  expect([fr.every(1, 'week'), fr.every(3, 'month'), fr.every(2, 'day')]).to.deep.equal([
    'Toutes les semaines',
    'Tous les 3 mois',
    'Tous les 2 jours',
  ]);
});
