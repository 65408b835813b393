/** Moments in messages: in the language of the reader, with the time zone where it is not theirs. */
import { expect } from 'chai';
import { type Moment, momentAt, render, say, speak } from '../../../engine/message.ts';
import { translations } from '../../../locales/index.ts';

describe('a moment in a message', () => {
  const runs = say('It runs since {at}.');
  const told = (at: Moment, locale = 'en') => render(say(runs, { at }), locale);
  const at = '2026-02-01T08:05:00.000Z';
  const paris = { site: { timezone: 'Europe/Paris' } };

  before(() => speak({ fr: { 'It runs since {at}.': 'En cours depuis le {at}.' } }));
  after(() => speak(translations));

  it('is shown as the language of the reader does', () => {
    expect(told(momentAt(at, 'Europe/Paris', paris))).to.equal('It runs since 1 Feb 2026, 09:05.');
    expect(told(momentAt(at, 'Europe/Paris', paris), 'fr-CA')).to.equal(
      'En cours depuis le 1 févr. 2026, 09:05.',
    );
  });

  it('has its time zone for a reader with another one, or with none', () => {
    expect(told(momentAt(at, 'Europe/London', paris))).to.equal('It runs since 1 Feb 2026, 08:05 GMT.');
    expect(told(momentAt(at, 'Europe/London', { site: null }))).to.equal(
      'It runs since 1 Feb 2026, 08:05 GMT.',
    );
  });

  it('has no time if it is a day', () => {
    expect(told({ at: '2026-02-01', timezone: 'UTC', isNamed: true })).to.equal('It runs since 1 Feb 2026.');
  });
});
