/** What a code says, and where it is looked for. */
import { expect } from 'chai';
import { isExactly, readCode, searchTurns } from '../../../console/frame/code.ts';
import { field, resource } from './described.ts';

const here = { hosts: ['10.0.0.5:3000', 'assets.example.com'], root: '/base/console' };

describe('a code', () => {
  it('is an address of this console, by any name of the service', () => {
    for (const host of ['https://assets.example.com', 'http://10.0.0.5:3000']) {
      expect(readCode(` ${host}/base/console/things/3?site=2\n`, here)).to.deep.equal({
        kind: 'here',
        path: '/things/3?site=2',
      });
    }
    expect(readCode('/base/console/things/3', here)).to.deep.equal({ kind: 'here', path: '/things/3' });
  });

  it('is no address of another place', () => {
    for (const text of [
      'https://elsewhere.example.com/base/console/things/3',
      'https://assets.example.com/docs',
      'https://assets.example.com:444/base/console/things/3',
      'https://',
    ]) {
      expect(readCode(text, here)).to.deep.equal({ kind: 'elsewhere' });
    }
  });

  it('is a text otherwise, whatever it looks like', () => {
    for (const text of ['AL25-256704', 'javascript:alert(1)', 'P-203 / 4', '#12']) {
      expect(readCode(text, here)).to.deep.equal({ kind: 'text', text });
    }
  });

  it('is looked for where people come to do something first, three lists at once', () => {
    const quick = (count: number) => Array.from({ length: count }, () => ({ create: 'notes', with: {} }));
    const all = [
      resource({ path: 'logs', search: false }),
      resource({ path: 'few', view: { quick: quick(1) } }),
      resource({ path: 'late', view: { order: 9 } }),
      resource({ path: 'early', view: { order: 1 } }),
      resource({ path: 'many', view: { quick: quick(3) } }),
      resource({ path: 'unlisted', operations: ['view'] }),
    ];
    expect(searchTurns(all).map((turn) => turn.map(({ path }) => path))).to.deep.equal([
      ['many', 'few', 'early'],
      ['late'],
    ]);
  });

  it('is one of the texts of a row, as a whole', () => {
    const thing = resource({
      fields: [field('number'), field('notes', { multiline: true }), field('count', { type: 'integer' })],
    });
    const row = { id: 1, number: 'AL-7', notes: 'x', count: 4 };
    expect(isExactly(thing, row, ' al-7 ')).to.equal(true);
    for (const other of ['AL', 'x', '4', '']) expect(isExactly(thing, row, other)).to.equal(false);
  });
});
