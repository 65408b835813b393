/** What a mail is made of: what people typed adds neither a header nor markup to it. */
import { expect } from 'chai';
import { speak } from '../../../../engine/message.ts';
import { composeMessage, type Letter } from '../../../../service/outbox/mail/letter.ts';
import { momentFor } from '../../../../service/outbox/mail/reader.ts';

const typed = 'Pump\r\nBcc: all@works.test\r\n\r\n<img src=x onerror=alert(1)> & "é\u2028\u202e';
const letter: Letter = {
  locale: 'fr',
  subject: typed,
  blocks: [
    { text: typed },
    { link: { label: 'Open', url: 'https://mill.test/a#token=b&for=email' } },
    {
      list: [
        { text: typed, url: 'https://mill.test/console/items/1', note: typed },
        { text: 'alone', url: null, note: '' },
      ],
    },
  ],
  footer: typed,
  unsubscribe: null,
};

async function partsOf(one: Letter): Promise<{ head: string; text: string; html: string }> {
  const message = await composeMessage(one, {
    from: { name: typed, address: 'mill@plant.example' },
    to: { name: typed, address: 'ida@works.test' },
    messageId: '<1@plant.example>',
    date: Date.UTC(2026, 10, 23, 16, 40),
  });
  const [head = '', ...rest] = message.toString('utf8').split('\r\n\r\n');
  const boundary = /boundary="([^"]+)"/.exec(head)?.[1] ?? '';
  const bodies = rest
    .join('\n\n')
    .split(`--${boundary}`)
    .filter((part) => part.trim() !== '');
  const decoded = bodies.map((part) =>
    part
      .replace(/=\r?\n/g, '')
      .replace(/((?:=[0-9A-F]{2})+)/g, (codes) =>
        Buffer.from(codes.replaceAll('=', ''), 'hex').toString('utf8'),
      ),
  );
  const [text = '', html = ''] = decoded;
  return { head: head.replace(/\r\n[ \t]+/g, ' '), text, html };
}

describe('a mail', () => {
  it('has correct headers, for any names and addresses', async () => {
    const { head } = await partsOf(letter);
    const names = [...head.matchAll(/^([A-Za-z-]+):/gm)].map(([, name]) => name);
    expect(names.sort()).to.deep.equal([
      ...['Auto-Submitted', 'Content-Type', 'Date', 'From', 'MIME-Version', 'Message-ID', 'Subject', 'To'],
    ]);
    expect(head)
      .to.include('Message-ID: <1@plant.example>')
      .and.include('Date: Mon, 23 Nov 2026 16:40:00 +0000');
    expect(head).to.include('Auto-Submitted: auto-generated').and.include('multipart/alternative');
  });

  it('tells by headers where it is turned off, where it can be', async () => {
    const { head } = await partsOf({
      ...letter,
      unsubscribe: { label: 'Off', url: 'https://mill.test/api/v1/unsubscribe/abc' },
    });
    expect(head).to.include('List-Unsubscribe: <https://mill.test/api/v1/unsubscribe/abc>');
    expect(head).to.include('List-Unsubscribe-Post: List-Unsubscribe=One-Click');
  });

  it('has no markup but its own, and each text on its line', async () => {
    const { text, html } = await partsOf(letter);
    expect(html).not.to.include('<img').and.not.to.include('\u202e');
    expect(html.match(/&#60;img/g)).to.have.lengthOf(5);
    expect(html)
      .to.include('href="https://mill.test/a#token=b&#38;for=email"')
      .and.include('<html lang="fr">');
    expect(text).to.include('- Pump Bcc: all@works.test <img src=x onerror=alert(1)> & "é');
    expect(text.split(/\r?\n/).some((line) => line.startsWith('Bcc'))).to.equal(false);
  });

  it('tells times by the clock of the site, with the name of its zone', () => {
    speak({ fr: {} });
    const at = '2026-11-23T16:40:00.000Z';
    expect(momentFor({ locale: 'en', timezone: 'Europe/Paris' }, at)).to.equal(
      '23 November 2026 at 17:40 (Europe/Paris)',
    );
    expect(momentFor({ locale: 'fr', timezone: 'UTC' }, at)).to.equal('23 novembre 2026 à 16:40 (UTC)');
  });
});
