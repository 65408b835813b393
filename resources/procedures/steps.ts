/** The steps of a procedure: the kind of each answer, and the effect of a bad one. */
import {
  Bool,
  Decimal,
  type Entry,
  Enum,
  type Message,
  Nullable,
  say,
  Text,
  Texts,
  texts,
} from '../../engine/index.ts';

/** The kinds of answers. */
export const stepKinds = ['check', 'pass_fail', 'number', 'choice', 'text', 'photo'] as const;

const bound = () => Nullable(Decimal({ scale: 4, minimum: -1e9, maximum: 1e9 }));
const severities = ['low', 'medium', 'high', 'critical'] as const;

export const stepFields = {
  title: Text(),
  kind: Enum(stepKinds),
  required: Bool({ default: true }),
  help: Nullable(Text({ max: 1000, multiline: true, label: 'instruction' })),
  unit: Nullable(Text({ max: 20 })),
  minimum: bound(),
  maximum: bound(),
  choices: Nullable(Texts({ min: 2, max: 20, length: 100 })),
  failing_choices: Nullable(Texts({ max: 20, length: 100, label: 'choices that fail' })),
  on_fail: Enum(['none', 'note', 'incident'], { default: 'none', label: 'if it fails' }),
  severity: Nullable(
    Enum(severities, { label: 'severity of the incident', tones: { high: 'warn', critical: 'bad' } }),
  ),
};

/** A step as in an answer. */
export type Step = Entry<typeof stepFields>;

/** The rules between the fields of a step. */
export const stepRules = {
  only: [
    {
      fields: ['unit', 'minimum', 'maximum'],
      beside: { kind: ['number'] },
      message: say('Only a number has a unit and bounds.'),
    },
    {
      fields: ['choices', 'failing_choices'],
      beside: { kind: ['choice'] },
      message: say('Only a choice has choices.'),
    },
    {
      fields: ['severity'],
      beside: { on_fail: ['incident'] },
      message: say('Only a step that makes an incident has a severity.'),
    },
  ],
  requiredWhen: [
    {
      field: 'choices',
      beside: { kind: ['choice'] },
      message: say('Name what can be chosen, at least two choices.'),
    },
  ],
} as const;

/** The kinds that can have a bad answer. */
const failing: readonly string[] = ['pass_fail', 'number', 'choice'];

interface Judging {
  fail(field: `steps.${string}`, message: Message): void;
}

/** Checks what declarations cannot, and sets the default severity of an incident. */
export function settleSteps(row: { steps: readonly Step[] }, { fail }: Judging): void {
  for (const [place, step] of row.steps.entries()) {
    const { kind, minimum, maximum, choices, failing_choices: bad, on_fail: effect } = step;
    const at = (part: keyof Step & string) => `steps.${place}.${part}` as const;
    if (minimum !== null && maximum !== null && minimum > maximum) {
      const labels = { field: say('minimum'), other: say('maximum'), value: String(maximum) };
      fail(at('minimum'), say(texts.above, labels));
    }
    if (bad?.some((one) => !choices?.includes(one))) fail(at('failing_choices'), say(notAmong));
    if (effect !== 'none' && !failing.includes(kind)) fail(at('on_fail'), say(neverFails));
  }
  row.steps = row.steps.map((step) =>
    step.on_fail === 'incident' && step.severity === null ? { ...step, severity: 'medium' } : step,
  );
}

const notAmong = say('Choices that fail are some of the choices.');
const neverFails = say('Only a pass or fail, a number or a choice can fail.');

/** Whether steps were added, removed, moved or changed. */
export function isChanged(after: readonly Step[], before: readonly Step[]): boolean {
  return JSON.stringify(after) !== JSON.stringify(before);
}
