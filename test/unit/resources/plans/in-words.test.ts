/** When plans come due, in sentences of two languages. */
import { expect } from 'chai';
import { heading } from '../../../../engine/message.ts';
import { complianceInWords, scheduleInWords } from '../../../../resources/plans/in-words.ts';
import type { Plan } from '../../../../resources/plans/plan.ts';

const monthly: Plan = {
  ...{ schedule: 'fixed', starts_on: '2027-01-23', due_time: '08:00', frequency: 'month', every: 3 },
  ...{ weekdays: null, month_day: null, nth: null, nth_weekday: null, ends_on: null, max_occurrences: null },
  ...{ on_closed_day: 'keep', season_from: null, season_until: null },
};

describe('a plan in words', () => {
  const sentences: readonly [fields: Partial<Plan>, english: string][] = [
    [{}, 'Every 3 months on the 23rd, at 08:00.'],
    [{ every: 1, month_day: 1 }, 'Every month on the 1st, at 08:00.'],
    [{ month_day: 11 }, 'Every 3 months on the 11th, at 08:00.'],
    [{ month_day: 22 }, 'Every 3 months on the 22nd, at 08:00.'],
    [{ month_day: 31 }, 'Every 3 months on the 31st, at 08:00.'],
    [{ month_day: -1 }, 'Every 3 months on the last day, at 08:00.'],
    [{ nth: 2, nth_weekday: 'fri' }, 'Every 3 months on the second Friday, at 08:00.'],
    [{ nth: -1, nth_weekday: 'mon', every: 1 }, 'Every month on the last Monday, at 08:00.'],
    [{ frequency: 'day', every: 1 }, 'Every day, at 08:00.'],
    [{ frequency: 'week', every: 2 }, 'Every 2 weeks on Saturday, at 08:00.'],
    [{ frequency: 'week', every: 1, weekdays: ['thu', 'mon'] }, 'Every week on Monday, Thursday, at 08:00.'],
    [{ frequency: 'year', every: 1 }, 'Every year on 23 January, at 08:00.'],
    [{ frequency: 'year', month_day: -1 }, 'Every 3 years on the last day of January, at 08:00.'],
    [{ schedule: 'floating' }, '3 months after it was done last, at 08:00.'],
    [{ schedule: 'floating', frequency: 'week', every: 1 }, 'A week after it was done last, at 08:00.'],
  ];
  for (const [fields, english] of sentences) {
    it(`is: ${english}`, () => {
      expect(heading(scheduleInWords({ ...monthly, ...fields }), 'en')).to.equal(english);
    });
  }

  it('tells how much was done on time', () => {
    expect(heading(complianceInWords(41, 46), 'en')).to.equal('41 of 46 were done on time (89%).');
    expect(heading(complianceInWords(0, 0), 'en')).to.equal('Nothing was due.');
  });
});
