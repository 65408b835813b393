/** What an answer makes of a step: its status, what is wrong with it, and whose answer it is. */
import { expect } from 'chai';
import {
  type Answer,
  type Asked,
  originOf,
  problemsOf,
  statusOf,
} from '../../../../resources/procedures/answer.ts';

const nothing: Answer & { note: string | null } = {
  ...{ passed: null, number: null, choice: null, text: null, not_applicable: false, note: null },
};
const asked = (kind: Asked['kind'], parts: Partial<Asked> = {}): Asked => ({
  ...{ kind, minimum: null, maximum: null, choices: null, failing_choices: null, on_fail: 'none' },
  ...parts,
});
const bounds = asked('number', { minimum: -5, maximum: 80.5 });
const choice = asked('choice', { choices: ['good', 'worn', 'broken'], failing_choices: ['worn', 'broken'] });

describe('the status of a step', () => {
  for (const [step, answer, status] of [
    [asked('check'), {}, 'open'],
    [asked('check'), { passed: true }, 'done'],
    [asked('pass_fail'), {}, 'open'],
    [asked('pass_fail'), { passed: true }, 'done'],
    [asked('pass_fail'), { passed: false }, 'failed'],
    [asked('number'), {}, 'open'],
    [asked('number'), { number: 0 }, 'done'],
    [bounds, { number: -5.0001 }, 'failed'],
    [bounds, { number: -5 }, 'done'],
    [bounds, { number: 80.5 }, 'done'],
    [bounds, { number: 80.5001 }, 'failed'],
    [asked('number', { minimum: 0 }), { number: 1e9 }, 'done'],
    [asked('number', { maximum: 0 }), { number: -1e9 }, 'done'],
    [choice, {}, 'open'],
    [choice, { choice: 'good' }, 'done'],
    [choice, { choice: 'worn' }, 'failed'],
    [asked('choice', { choices: ['a', 'b'] }), { choice: 'b' }, 'done'],
    [asked('text'), {}, 'open'],
    [asked('text'), { text: 'As before.' }, 'done'],
    [asked('photo'), {}, 'open'],
    [asked('pass_fail'), { passed: false, not_applicable: true }, 'not_applicable'],
    [asked('photo'), { not_applicable: true }, 'not_applicable'],
  ] as const) {
    it(`is ${status} of a ${step.kind} with ${JSON.stringify(answer)}`, () => {
      expect(statusOf(step, { ...nothing, ...answer }, false)).to.equal(status);
    });
  }

  it('is done of a photo with a file', () => {
    expect(statusOf(asked('photo'), nothing, true)).to.equal('done');
  });
});

describe('an answer', () => {
  for (const [what, step, answer, fields] of [
    ['a check that is not passed', asked('check'), { passed: false }, ['passed']],
    ['a choice that is none', choice, { choice: 'bad' }, ['choice']],
    ['what does not apply without a note', choice, { not_applicable: true }, ['note']],
    ['what does not apply, with a note', choice, { not_applicable: true, note: 'New.' }, []],
    ['a failure without the note', asked('pass_fail', { on_fail: 'note' }), { passed: false }, ['note']],
    ['a failure with it', asked('pass_fail', { on_fail: 'note' }), { passed: false, note: 'Oil.' }, []],
    ['a failure that asks for none', asked('pass_fail'), { passed: false }, []],
    ['one of what passes', asked('pass_fail', { on_fail: 'note' }), { passed: true }, []],
  ] as const) {
    it(`is ${fields.length > 0 ? `wrong in ${fields}` : 'right'}: ${what}`, () => {
      const given = { ...nothing, ...answer };
      const problems = problemsOf(step, given, statusOf(step, given, false));
      expect(problems.map(([field]) => field)).to.deep.equal([...fields]);
    });
  }
});

describe('whose answer it is', () => {
  const now = '2027-01-02T12:00:00.000Z';
  const told = '2027-01-01T08:00:00.000Z';
  const earlier = '2027-01-02T09:00:00.000Z';
  const passed = { ...nothing, passed: true };
  const open = { ...nothing, status: 'open', answered_at: null, answered_by_id: null } as const;
  const done = { ...passed, status: 'done', answered_at: told, answered_by_id: 7 } as const;
  for (const [what, status, answer, time, isTimed, previous, origin] of [
    ['a new one, now', 'done', passed, null, false, open, [now, 9]],
    ['a new one, when it was given', 'done', passed, earlier, true, open, [earlier, 9]],
    ['the same one again', 'done', passed, told, false, done, [told, 7]],
    ['the same one at another time', 'done', passed, earlier, true, done, [earlier, 7]],
    ['the same one without its time', 'done', passed, null, true, done, [told, 7]],
    ['another one', 'failed', { ...nothing, passed: false }, told, false, done, [now, 9]],
    ['another one with the time that was read', 'failed', nothing, told, true, done, [now, 9]],
    ['none any more', 'open', nothing, told, false, done, [null, null]],
    ['none any more, with the time that was read', 'open', nothing, told, true, done, [null, null]],
    ['none, at a time', 'open', nothing, earlier, true, open, null],
  ] as const) {
    it(`of ${what}`, () => {
      const found = originOf(status, answer, time, { previous, actorId: 9, now, isTimed });
      expect(found && [found.answered_at, found.answered_by_id]).to.deep.equal(origin);
    });
  }
});
