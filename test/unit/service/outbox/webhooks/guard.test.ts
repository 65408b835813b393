/** Which addresses webhooks may have, and which they may be sent to. */
import { expect } from 'chai';
import { createGuard } from '../../../../../service/outbox/webhooks/guard.ts';

const guard = createGuard({ networks: [], hosts: [] });
const inHouse = createGuard({ networks: ['10.20.0.0/16', 'fd00:20::/32'], hosts: ['erp.plant.example'] });

/** Hosts in a special range, in every spelling that a URL takes, and that a resolver answers. */
const special = [
  ...['127.0.0.1', '127.1', '2130706433', '0x7f.1', '0x7f000001', '0177.0.0.1', '017700000001', '127.0.0.1.'],
  ...['%31%32%37.0.0.1', '１２７.0.0.1', '127。0。0。1'],
  ...[
    '0.0.0.0',
    '0',
    '10.0.0.1',
    '100.64.0.1',
    '169.254.169.254',
    '172.16.0.1',
    '172.31.255.255',
    '192.0.0.1',
  ],
  ...['192.0.2.1', '192.88.99.1', '192.168.1.1', '198.18.0.1', '198.51.100.1', '203.0.113.1', '224.0.0.1'],
  ...['240.0.0.1', '255.255.255.255'],
  ...[
    '[::]',
    '[::1]',
    '[0:0:0:0:0:0:0:1]',
    '[fe80::1]',
    '[fec0::1]',
    '[fc00::1]',
    '[fd12:3456::1]',
    '[ff02::1]',
  ],
  ...['[::ffff:10.0.0.1]', '[::ffff:a00:1]', '[::10.0.0.1]', '[::ffff:0:10.0.0.1]', '[64:ff9b::10.0.0.1]'],
  ...[
    '[64:ff9b::7f00:1]',
    '[64:ff9b:1::808:808]',
    '[100::1]',
    '[2001::1]',
    '[2001:db8::1]',
    '[2002:a00:1::1]',
  ],
  ...['[2001:10::1]', '[2001:20::1]', '[3fff::1]', '[5f00::1]', '[4000::1]'],
];
const open = [
  '8.8.8.8',
  '134744072',
  '100.128.0.1',
  '172.32.0.1',
  '[2606:4700::1111]',
  '[::ffff:8.8.8.8]',
  '[64:ff9b::808:808]',
];

describe('the address of a webhook', () => {
  for (const host of special) {
    it(`refuses ${host}`, () => {
      expect(guard.problem(`https://${host}/mill`)).to.equal('address');
      const { hostname } = new URL(`https://${host}`);
      expect(guard.allows('erp.example', hostname.replace(/^\[|\]$/g, ''))).to.equal(false);
    });
  }

  for (const host of open) {
    it(`takes ${host}`, () => {
      expect(guard.problem(`https://${host}/mill`)).to.equal(null);
      const { hostname } = new URL(`https://${host}`);
      expect(guard.allows('erp.example', hostname.replace(/^\[|\]$/g, ''))).to.equal(true);
    });
  }

  const urls: readonly [string, ReturnType<typeof guard.problem>][] = [
    ['https://erp.example/mill?plant=1', null],
    ['https://erp.example:8443', null],
    ['HTTPS://ERP.example', null],
    ['https://localhost/', null],
    ['http://erp.example/', 'scheme'],
    ['http://8.8.8.8/', 'scheme'],
    ['https://ann@erp.example/', 'parts'],
    ['https://:secret@erp.example/', 'parts'],
    ['https://erp.example/#top', 'parts'],
    ['https://erp.example/#', 'parts'],
    ['ftp://erp.example/', 'form'],
    ['https:/erp.example', 'form'],
    ['https://', 'form'],
    ['https://a b/', 'form'],
    ['https://[fe80::1%25eth0]/', 'form'],
    ['https://256.0.0.1/', 'form'],
    ['erp.example', 'form'],
    ['', 'form'],
  ];
  for (const [url, problem] of urls) {
    it(`says ${problem ?? 'nothing'} of "${url}"`, () => {
      expect(guard.problem(url)).to.equal(problem);
    });
  }

  it('takes what the operator allows, by http, too', () => {
    for (const host of [
      '10.20.3.4',
      '[fd00:20::1]',
      '[::ffff:10.20.3.4]',
      'erp.plant.example',
      'ERP.plant.example.',
    ]) {
      expect(inHouse.problem(`http://${host}:8080/mill`), host).to.equal(null);
      expect(inHouse.problem(`https://${host}/`), host).to.equal(null);
    }
    expect(inHouse.problem('http://10.21.0.1/')).to.equal('address');
    expect(inHouse.problem('http://a.erp.plant.example/')).to.equal('scheme');
  });

  it('lets a name lead to what the operator allows, and a name that the operator allows anywhere', () => {
    expect(inHouse.allows('mes.example', '10.20.3.4')).to.equal(true);
    expect(inHouse.allows('mes.example', '::ffff:10.20.3.4')).to.equal(true);
    expect(inHouse.allows('mes.example', '10.21.3.4')).to.equal(false);
    expect(inHouse.allows('Erp.plant.example.', '192.168.0.9')).to.equal(true);
  });

  it('allows nothing that is no address', () => {
    for (const text of ['', 'localhost', '10.0.0', '0x7f.1'])
      expect(guard.allows('erp.example', text)).to.equal(false);
  });
});
