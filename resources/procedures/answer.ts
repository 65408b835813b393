/** The effect of an answer on a step of a maintenance: its status, and its author. */
import { type Message, say, texts } from '../../engine/index.ts';
import type { stepKinds } from './steps.ts';

export const stepStatuses = ['open', 'done', 'failed', 'not_applicable'] as const;
export type StepStatus = (typeof stepStatuses)[number];

/** The question of a step. */
export interface Asked {
  readonly kind: (typeof stepKinds)[number];
  readonly minimum: number | null;
  readonly maximum: number | null;
  readonly choices: readonly string[] | null;
  readonly failing_choices: readonly string[] | null;
  readonly on_fail: 'none' | 'note' | 'incident';
}

/** The answer. */
export interface Answer {
  readonly passed: boolean | null;
  readonly number: number | null;
  readonly choice: string | null;
  readonly text: string | null;
  readonly not_applicable: boolean;
}

/** The author of the answer, and its time: ISO 8601 UTC. */
export interface Origin {
  readonly answered_at: string | null;
  readonly answered_by_id: number | null;
}

/**
 * The status that follows from an answer. Both bounds are inclusive.
 *
 * @param hasFile whether a file is attached to the step: that answers a photo
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

/** The errors of an answer, by field. */
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

/** The step before a write, with the user and the time of the write. */
interface Before {
  readonly previous: (Answer & Origin & { readonly status: StepStatus }) | null;
  readonly actorId: number | null;
  /** ISO 8601 UTC. */
  readonly now: string;
  /** Whether the request contains a time. */
  readonly isTimed: boolean;
}

/**
 * The author and time of an answer: the user, at the sent time, else now. An unchanged answer keeps both; without an answer there
 * is neither.
 *
 * @param time the sent time, or the stored one
 * @returns null for the time of a missing answer
 */
export function originOf(
  status: StepStatus,
  answer: Answer,
  time: string | null,
  { previous, actorId, now, isTimed }: Before,
): Origin | null {
  const told = previous?.answered_at ?? null;
  if (status === 'open') {
    // A form that removes an answer also sends the time that it has read.
    if (isTimed && time !== null && time !== told) return null;
    return { answered_at: null, answered_by_id: null };
  }
  const isKept = previous !== null && previous.status === status && isSameAnswer(answer, previous);
  if (isKept) return { answered_at: time ?? told ?? now, answered_by_id: previous.answered_by_id };
  // A time that is sent back as it was read belongs to the previous answer.
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
