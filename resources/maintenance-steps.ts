import {
  BelongsTo,
  Bool,
  Decimal,
  defineResource,
  Enum,
  Instant,
  Integer,
  Internal,
  Nullable,
  ReadOnly,
  say,
  Text,
} from '../engine/index.ts';
import { stepStatuses } from './procedures/answer.ts';
import { followAnswer } from './procedures/follow-answer.ts';
import { followFiles, guardSteps, lockOrder, refuseIdle, settleAnswer } from './procedures/judge-answer.ts';
import { stepFields } from './procedures/steps.ts';

const answers = ['passed', 'number', 'choice', 'text', 'not_applicable', 'note', 'answered_at'] as const;

/** The steps of a maintenance, copied from its procedure, with their answers. */
export default defineResource({
  name: 'maintenance-step',
  path: 'maintenance-steps',
  table: 'maintenance_steps',
  title: { one: 'step', many: 'steps' },
  scope: 'site',
  operations: ['list', 'view', 'update'],
  display: 'title',
  attachable: true,
  fields: {
    maintenance_id: ReadOnly(BelongsTo('maintenances', { include: ['status', 'material'] })),
    position: ReadOnly(Integer({ minimum: 0, help: 'Its place in the list, from 0 on.' })),
    title: ReadOnly(stepFields.title),
    kind: ReadOnly(stepFields.kind),
    required: ReadOnly(stepFields.required),
    help: ReadOnly(stepFields.help),
    unit: ReadOnly(stepFields.unit),
    minimum: ReadOnly(stepFields.minimum),
    maximum: ReadOnly(stepFields.maximum),
    choices: ReadOnly(stepFields.choices),
    failing_choices: ReadOnly(stepFields.failing_choices),
    on_fail: ReadOnly(stepFields.on_fail),
    severity: ReadOnly(stepFields.severity),
    status: ReadOnly(
      Enum(stepStatuses, {
        default: 'open',
        tones: { open: 'info', done: 'good', failed: 'bad', not_applicable: 'mute' },
      }),
    ),
    passed: Nullable(Bool({ tones: { true: 'good', false: 'bad' } })),
    number: Nullable(Decimal({ scale: 4, minimum: -1e9, maximum: 1e9, unitField: 'unit' })),
    choice: Nullable(Text({ max: 100 })),
    text: Nullable(Text({ max: 2000, multiline: true })),
    not_applicable: Bool({ default: false }),
    note: Nullable(Text({ max: 1000, multiline: true })),
    answered_at: Nullable(Instant({ past: true, label: 'time of the answer', heading: 'Answered' })),
    answered_by_id: ReadOnly(Nullable(BelongsTo('users'))),
    incident_id: ReadOnly(Nullable(BelongsTo('incidents', { onDelete: 'unlink' }))),
    incident_told_at: Internal(Nullable(Instant())),
    procedure_id: ReadOnly(Nullable(BelongsTo('procedures', { onDelete: 'unlink' }))),
    procedure_version: ReadOnly(Integer({ minimum: 1 })),
  },
  filters: ['maintenance_id', 'status', 'incident_id'],
  sort: ['position'],
  defaultSort: 'position',
  only: [
    {
      fields: ['passed'],
      beside: { kind: ['check', 'pass_fail'] },
      message: say('Only a check and a pass or fail are passed.'),
    },
    { fields: ['number'], beside: { kind: ['number'] }, message: say('This step asks for no number.') },
    { fields: ['choice'], beside: { kind: ['choice'] }, message: say('This step offers no choice.') },
    { fields: ['text'], beside: { kind: ['text'] }, message: say('This step asks for no text.') },
  ],
  rules: [
    {
      of: [
        ...answers,
        ...(['kind', 'minimum', 'maximum', 'choices', 'failing_choices', 'on_fail'] as const),
        ...(['status', 'answered_by_id'] as const),
      ],
      check: settleAnswer,
    },
  ],
  guards: { update: guardSteps },
  cascades: { write: ['create incidents', 'delete incidents'] },
  hooks: {
    beforeLock: lockOrder,
    afterWrite: (write) => followAnswer(write, write.row, write.previous),
    beforeHang: refuseIdle,
    afterHang: followFiles,
  },
  view: {
    icon: 'check',
    group: 'Daily work',
    order: 11,
    columns: ['title', 'position', 'status', 'note', 'answered_at', 'answered_by_id'],
    headline: ['maintenance_id', 'status', 'answered_at'],
    checklist: {
      kind: 'kind',
      answers: { check: 'passed', pass_fail: 'passed', number: 'number', choice: 'choice', text: 'text' },
      ticks: ['check'],
      ...{ status: 'status', open: 'open', help: 'help', choices: 'choices' },
      ...{ bounds: ['minimum', 'maximum'], none: 'not_applicable', note: 'note', at: 'answered_at' },
    },
    offline: { update: [...answers] },
    sections: [
      { title: 'Step', fields: ['title', 'kind', 'help', 'unit', 'minimum', 'maximum', 'choices'] },
      { title: 'Answer', fields: [...answers] },
    ],
  },
});

declare module '../engine/index.ts' {
  interface Resources {
    'maintenance-steps': typeof import('./maintenance-steps.ts').default;
  }
}
