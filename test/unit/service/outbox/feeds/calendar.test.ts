/** Calendars as text: another reader reads in them what was written. */
import { expect } from 'chai';
import fc from 'fast-check';
import ICAL from 'ical.js';
import { type CalendarEvent, fold, writeCalendar } from '../../../../../service/outbox/feeds/calendar.ts';

const event: CalendarEvent = {
  uid: 'maintenance-12@plant.example',
  sequence: 3,
  changedAt: '2026-01-30T10:11:12.345Z',
  from: '2026-01-31T23:30:00.000Z',
  minutes: 45,
  summary: 'Change the oil',
  location: 'Pump 3, Hall A',
  url: 'https://plant.example/console/maintenances/12',
  status: 'CONFIRMED',
};

/** What a reader finds in a calendar of one event. */
function read(text: string) {
  const calendar = new ICAL.Component(ICAL.parse(text));
  const found = calendar.getFirstSubcomponent('vevent');
  const value = (name: string) => found?.getFirstPropertyValue(name)?.toString();
  return { calendar, value };
}

describe('a calendar as iCalendar', () => {
  it('says when and where, how sure it is, and where more is told', () => {
    const text = writeCalendar({ name: 'North; mine', events: [event] });
    expect(text.split('\r\n').slice(0, 3)).to.deep.equal([
      'BEGIN:VCALENDAR',
      'VERSION:2.0',
      'PRODID:-//Millwright//Calendar//EN',
    ]);
    expect(text.endsWith('END:VCALENDAR\r\n')).to.equal(true);
    const { calendar, value } = read(text);
    expect(calendar.getFirstPropertyValue('x-wr-calname')).to.equal('North\\; mine');
    expect(text).to.include('REFRESH-INTERVAL;VALUE=DURATION:PT1H\r\n');
    expect({
      ...{ uid: value('uid'), sequence: value('sequence'), status: value('status'), transp: value('transp') },
      ...{ from: value('dtstart'), until: value('dtend'), stamp: value('dtstamp') },
      ...{ changed: value('last-modified'), summary: value('summary'), where: value('location') },
      url: value('url'),
    }).to.deep.equal({
      uid: event.uid,
      sequence: '3',
      status: 'CONFIRMED',
      transp: 'TRANSPARENT',
      from: '2026-01-31T23:30:00Z',
      until: '2026-02-01T00:15:00Z',
      stamp: '2026-01-30T10:11:12Z',
      changed: '2026-01-30T10:11:12Z',
      summary: event.summary,
      where: event.location,
      url: event.url,
    });
  });

  it('leaves out what a row does not have', () => {
    const text = writeCalendar({ name: 'North', events: [{ ...event, location: null, url: null }] });
    expect(text).not.to.match(/^(LOCATION|URL)/m);
  });

  it('keeps any text of people as it is, in lines of at most 75 octets of whole characters', () => {
    const characters = fc.constantFrom(...'\\;,:"\n\t ABCäß€é漢字😀👩🏽‍🔧', '\r\n', 'BEGIN:VEVENT');
    const words = fc.array(characters, { maxLength: 120 }).map((some) => some.join(''));
    fc.assert(
      fc.property(words, words, (summary, location) => {
        const text = writeCalendar({ name: 'North', events: [{ ...event, summary, location }] });
        for (const line of text.split('\r\n')) {
          expect(Buffer.byteLength(line)).to.be.at.most(75);
          expect(Buffer.from(line).toString(), 'no half characters').to.equal(line);
          expect(line).not.to.match(/[\r\n]/);
        }
        const { value } = read(text);
        const wanted = [summary, location].map((one) => one.replaceAll(/\r\n|\r/g, '\n'));
        expect([value('summary'), value('location')]).to.deep.equal(wanted);
      }),
      { numRuns: 200 },
    );
  });

  it('folds at 75 octets, and no earlier', () => {
    expect(fold('x'.repeat(75))).to.equal('x'.repeat(75));
    expect(fold('x'.repeat(76))).to.equal(`${'x'.repeat(75)}\r\n x`);
    expect(fold(`${'x'.repeat(74)}é`)).to.equal(`${'x'.repeat(74)}\r\n é`);
  });

  it('has no control characters, which no text may have', () => {
    const text = writeCalendar({
      name: 'North',
      events: [{ ...event, summary: 'a\u0000b\u0007c\u007Fd\te' }],
    });
    expect(text).to.include('SUMMARY:abcd\te\r\n');
  });
});
