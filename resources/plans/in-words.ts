/** Texts about plans: when one is due, and how much was done on time. */
import { type Message, say } from '../../engine/index.ts';
import type { Frequency, Weekday } from './days.ts';
import type { Plan } from './plan.ts';
import { monthDayOf, type Rule, weekdaysOf } from './rule.ts';

/** "Every 3 months on the 23rd, at 08:00." */
export function scheduleInWords(plan: Plan): Message {
  const { schedule, due_time: time } = plan;
  const interval = intervalOf(plan, schedule === 'fixed' ? every : after);
  if (schedule === 'floating')
    return say('{interval} after it was done last, at {time}.', { interval, time });
  const days = daysOf(plan);
  return days
    ? say('{interval} {days}, at {time}.', { interval, days, time })
    : say('{interval}, at {time}.', { interval, time });
}

/** "Every 500 h.", "500 h after it was done last." */
export function unitsInWords(schedule: Plan['schedule'], units: Message): Message {
  return schedule === 'fixed'
    ? say('Every {units}.', { units })
    : say('{interval} after it was done last.', { interval: units });
}

/** "3 months or 500 h after it was done last, whichever comes first." */
export function eitherInWords(plan: Plan, units: Message): Message {
  const interval = intervalOf(plan, after);
  return say('{interval} or {units} after it was done last, whichever comes first.', { interval, units });
}

/** "41 of 46 were done on time (89%)." */
export function complianceInWords(onTime: number, due: number): Message {
  if (due === 0) return say('Nothing was due.');
  const percent = Math.round((onTime / due) * 100);
  return say('{on_time} of {due} were done on time ({percent}%).', { on_time: onTime, due, percent });
}

/** For one day, week, month or year, and for several. */
type Intervals = Readonly<Record<Frequency, readonly [one: Message, several: Message]>>;

const every: Intervals = {
  day: [say('every day'), say('every {count} days')],
  week: [say('every week'), say('every {count} weeks')],
  month: [say('every month'), say('every {count} months')],
  year: [say('every year'), say('every {count} years')],
};
const after: Intervals = {
  day: [say('a day'), say('{count} days')],
  week: [say('a week'), say('{count} weeks')],
  month: [say('a month'), say('{count} months')],
  year: [say('a year'), say('{count} years')],
};

function intervalOf({ frequency, every: count }: Rule, words: Intervals): Message {
  const [one, several] = words[frequency];
  return count === 1 ? one : say(several, { count });
}

/** Null for daily dates. */
function daysOf(rule: Rule): Message | null {
  switch (rule.frequency) {
    case 'day':
      return null;
    case 'week':
      return say('on {weekdays}', { weekdays: weekdaysOf(rule).map((one) => names[one]) });
    case 'month':
      return rule.nth !== null && rule.nth_weekday !== null
        ? say(nths[rule.nth] ?? last, { weekday: names[rule.nth_weekday] })
        : dayOfMonth(monthDayOf(rule));
    case 'year': {
      const month = months[Number(rule.starts_on.slice(5, 7)) - 1] ?? say('January');
      const day = monthDayOf(rule);
      return day === -1
        ? say('on the last day of {month}', { month })
        : say('on {day} {month}', { day, month });
    }
  }
}

function dayOfMonth(day: number): Message {
  if (day === -1) return say('on the last day');
  const unit = day % 10;
  if (unit === 1 && day !== 11) return day === 1 ? say('on the 1st') : say('on the {day}st', { day });
  if (unit === 2 && day !== 12) return say('on the {day}nd', { day });
  return unit === 3 && day !== 13 ? say('on the {day}rd', { day }) : say('on the {day}th', { day });
}

const names: Readonly<Record<Weekday, Message>> = {
  ...{ mon: say('Monday'), tue: say('Tuesday'), wed: say('Wednesday'), thu: say('Thursday') },
  ...{ fri: say('Friday'), sat: say('Saturday'), sun: say('Sunday') },
};

const last = say('on the last {weekday}');
const nths: Readonly<Record<number, Message>> = {
  1: say('on the first {weekday}'),
  2: say('on the second {weekday}'),
  3: say('on the third {weekday}'),
  4: say('on the fourth {weekday}'),
};

const months = [
  ...[say('January'), say('February'), say('March'), say('April'), say('May'), say('June')],
  ...[say('July'), say('August'), say('September'), say('October'), say('November'), say('December')],
];
