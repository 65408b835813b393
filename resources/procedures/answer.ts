/** What an answer makes of a step of a maintenance: its status, and whose answer it is. */
import { type Message, say, texts } from '../../engine/index.ts';
import type { stepKinds } from './steps.ts';

export const stepStatuses = ['open', 'done', 'failed', 'not_applicable'] as const;
export type StepStatus = (typeof stepStatuses)[number];

/** What a step asks. */
export interface Asked {
  readonly kind: (typeof stepKinds)[number];
  readonly minimum: number | null;
  readonly maximum: number | null;
  readonly choices: readonly string[] | null;
  readonly failing_choices: readonly string[] | null;
  readonly on_fail: 'none' | 'note' | 'incident';
}

/** What somebody has told of it. */
export interface Answer {
  readonly passed: boolean | null;
  readonly number: number | null;
  readonly choice: string | null;
  readonly text: string | null;
  readonly not_applicable: boolean;
}

/** Whose answer it is, and when it was given: ISO 8601 UTC. */
export interface Origin {
  readonly answered_at: string | null;
  readonly answered_by_id: number | null;
}

/**
 * What follows from an answer. Both bounds are within.
 *
 * @param hasFile whether a file hangs on the step, which is what answers a photo
 */
export function statusOf(asked: Asked, answer: Answer, hasFile: boolean): StepStatus {
  if (answer.not_applicable) return 'not_applicable';
  const { passed, number, choice, text } = answer;
  const { minimum, maximum, failing_choices: bad } = asked;
  const judged = (isGiven: boolean, isBad = false): StepStatus =>
    isGiven ? (isBad ? 'failed' : 'done') : 'open';
  switch (asked.kind) {
    case 'check':
      return judged(passed === true);
    case 'pass_fail':
      return judged(passed !== null, passed === false);
    case 'number': {
      const isBelow = number !== null && minimum !== null && number < minimum;
      const isAbove = number !== null && maximum !== null && number > maximum;
      return judged(number !== null, isBelow || isAbove);
    }
    case 'choice':
      return judged(choice !== null, choice !== null && bad?.includes(choice));
    case 'text':
      return judged(text !== null);
    case 'photo':
      return judged(hasFile);
  }
}

/** What is wrong with an answer, by the field that bears it. */
export function problemsOf(
  asked: Asked,
  answer: Answer & { readonly note: string | null },
  status: StepStatus,
): [field: 'passed' | 'choice' | 'note', message: Message][] {
  const { passed, choice, note } = answer;
  const isStrange = choice !== null && !asked.choices?.includes(choice);
  return [
    ...(asked.kind === 'check' && passed === false ? [['passed', onlyTicked] as const] : []),
    ...(asked.kind === 'choice' && isStrange
      ? [['choice', say(texts.enum, { field: say('choice'), allowed: [...(asked.choices ?? [])] })] as const]
      : []),
    ...(status === 'not_applicable' && note === null ? [['note', saysWhy] as const] : []),
    ...(status === 'failed' && asked.on_fail === 'note' && note === null
      ? [['note', saysWhat] as const]
      : []),
  ].map(([field, message]) => [field, message]);
}

/** The step before a write, and who writes it when. */
interface Before {
  readonly previous: (Answer & Origin & { readonly status: StepStatus }) | null;
  readonly actorId: number | null;
  /** ISO 8601 UTC. */
  readonly now: string;
  /** Whether the request named a time. */
  readonly isTimed: boolean;
}

/**
 * Whose answer a step has: who gave it, at the time that comes with it, else now. An answer that stays keeps both; without one there is neither.
 *
 * @param time the time as it was sent, or as it was
 * @returns null for the time of an answer that is not there
 */
export function originOf(
  status: StepStatus,
  answer: Answer,
  time: string | null,
  { previous, actorId, now, isTimed }: Before,
): Origin | null {
  const told = previous?.answered_at ?? null;
  if (status === 'open') {
    // A form that takes an answer back sends the time along that it has read.
    if (isTimed && time !== null && time !== told) return null;
    return { answered_at: null, answered_by_id: null };
  }
  const isKept = previous !== null && previous.status === status && isSameAnswer(answer, previous);
  if (isKept) return { answered_at: time ?? told ?? now, answered_by_id: previous.answered_by_id };
  // Sent back as it was read, it is the time of the answer before.
  const isNew = isTimed && time !== null && time !== told;
  return { answered_at: isNew ? time : now, answered_by_id: actorId };
}

function isSameAnswer(one: Answer, other: Answer): boolean {
  return (['passed', 'number', 'choice', 'text', 'not_applicable'] as const).every(
    (name) => one[name] === other[name],
  );
}

const onlyTicked = say('A check is true, or left open: null.');
const saysWhy = say('Say in the note why this does not apply.');
const saysWhat = say('It has failed: say in the note what is wrong.');
