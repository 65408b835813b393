import {
  Alias,
  Bool,
  CountThrough,
  defineResource,
  Integer,
  Internal,
  Nullable,
  Owned,
  say,
  Text,
} from '../engine/index.ts';
import { isChanged, settleSteps, stepFields, stepRules } from './procedures/steps.ts';

/** Work that is always done in the same way: a list of steps, each with the kind of its answer. */
export default defineResource({
  name: 'procedure',
  path: 'procedures',
  table: 'procedures',
  scope: 'site',
  operations: ['list', 'view', 'create', 'update', 'delete'],
  attachable: true,
  fields: {
    name: Text(),
    description: Nullable(Text({ max: 5000, multiline: true })),
    active: Bool({ default: true, tones: { false: 'mute' } }),
    steps: Owned({
      ...{ table: 'procedure_steps', by: 'procedure_id', order: 'position', min: 1, max: 100 },
      ...{ fields: stepFields, ...stepRules },
    }),
    revision: Internal(Integer({ minimum: 1, default: 1 })),
    version: Alias('revision', { shows: 'integer', help: 'One more with each change of the steps.' }),
    step_count: CountThrough('procedure_steps', 'procedure_id', {
      label: 'number of steps',
    }),
  },
  filters: ['active'],
  search: ['name'],
  sort: ['name', 'created_at'],
  defaultSort: 'name',
  unique: [{ fields: ['site_id', 'name'], taken: say('There is a procedure of this name already.') }],
  deleteAdvice: 'Make it inactive instead: it is then no longer offered.',
  rules: [{ of: ['steps'], check: settleSteps }],
  hooks: {
    beforeValidate({ row, previous }) {
      if (previous && isChanged(row.steps, previous.steps)) row.revision = previous.revision + 1;
    },
  },
  view: {
    icon: 'list',
    group: 'Daily work',
    order: 18,
    columns: ['name', 'step_count', 'version', 'active'],
    headline: ['step_count', 'version', 'active'],
    sections: [
      { title: 'Identity', fields: ['name', 'description', 'active'] },
      { title: 'Steps', fields: ['steps'] },
    ],
  },
});

declare module '../engine/index.ts' {
  interface Resources {
    procedures: typeof import('./procedures.ts').default;
  }
}
