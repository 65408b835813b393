/** What a code says. */
import { expect } from 'chai';
import { readCode } from '../../../console/search/code.ts';

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
      'https://assets.example.com:444/base/console/things/3',
      'https://',
    ]) {
      expect(readCode(text, here)).to.deep.equal({ kind: 'elsewhere' });
    }
  });

  it('is for the service to read where it is another address of it', () => {
    const text = 'https://assets.example.com/r/abc';
    expect(readCode(`${text} `, here)).to.deep.equal({ kind: 'ours', text });
  });

  it('is a text otherwise, even if it looks like an address', () => {
    for (const text of ['AL25-256704', 'javascript:alert(1)', 'P-203 / 4', '#12']) {
      expect(readCode(text, here)).to.deep.equal({ kind: 'plain', text });
    }
  });
});
