/** Checks the writes of hooks. */
import type { AnyDefinition } from '../definition/definition.ts';
import { stepsOf } from '../definition/hooks.ts';
import { hungFields } from '../definition/hung.ts';
import { hungCount } from '../definition/system-fields.ts';
import { hungWords } from '../kinds/wording.ts';
import { oneOf, type Subject } from './subject.ts';

const phases = ['write', 'delete'] as const;
type Phase = (typeof phases)[number];

/** The hooks of a resource. */
interface HookNode {
  readonly definition: AnyDefinition;
  readonly phase: Phase;
}

export function checkCascades(subject: Subject): void {
  const { definition, others, report } = subject;
  for (const phase of phases) {
    for (const step of stepsOf(definition, phase).keys()) {
      const key = `cascades.${phase}`;
      const [operation = '', path = '', ...rest] = step.split(' ');
      if (rest.length > 0 || !['create', 'delete'].includes(operation))
        report(key, `“${step}” is no step.`, 'Write it like `create zones` or `delete zones`.');
      else if (!others.has(path)) report(key, `there is no resource “${path}”.`, oneOf(others.keys()));
    }
    const circle = cascadeCircle(subject, { definition, phase });
    // A cycle is reported once: by the first of its resources.
    if (!circle || circle.some(({ path }) => path < definition.path)) continue;
    const steps = circle.map(({ step }) => step).join(' → ');
    report(
      `cascades.${phase}`,
      `its hooks lead in a circle: ${steps}, whose hooks begin anew.`,
      'Leave a step out, or say of one why it ends there: `{ step, ends: "…" }`.',
    );
  }
}

interface Taken {
  readonly step: string;
  /** The resource whose hooks take the step. */
  readonly path: string;
}

/** The steps of a cycle of hooks, without those that state why they end; null if there is none. */
function cascadeCircle({ others }: Subject, start: HookNode): readonly Taken[] | null {
  const seen = new Set<string>();
  const follow = ({ definition, phase }: HookNode, taken: readonly Taken[]): readonly Taken[] | null => {
    for (const [step, ends] of stepsOf(definition, phase)) {
      const [operation, path = ''] = step.split(' ');
      const next = others.get(path)?.definition;
      if (ends !== null || !next) continue;
      const nextPhase: Phase = operation === 'delete' ? 'delete' : 'write';
      const further = [...taken, { step, path: definition.path }];
      if (next.path === start.definition.path && nextPhase === start.phase) return further;
      if (seen.has(step)) continue;
      seen.add(step);
      const found = follow({ definition: next, phase: nextPhase }, further);
      if (found) return found;
    }
    return null;
  };
  return follow(start, []);
}

/** Checks the attached resource. */
export function checkHung({ definition, others, report }: Subject): void {
  const { hung, scope, operations, fields, path } = definition;
  if (!hung) return;
  if (scope !== 'site')
    report('hung', 'what hangs on rows of sites belongs to a site itself.', "Write `scope: 'site'`.");
  for (const needed of ['list', 'view', 'create'] as const) {
    if (!operations.includes(needed))
      report('hung', `nobody could ${needed} what hangs on rows.`, `Add \`${needed}\` to the operations.`);
  }
  for (const name of Object.values(hungFields)) {
    if (Object.hasOwn(fields, name))
      report(`fields.${name}`, 'the engine keeps it of what hangs on rows.', 'Take it out.');
  }
  if (definition.headquartersOnly)
    report('headquartersOnly', 'its rights are those of rows.', 'Take it out.');
  const all = [...others.values()].map((one) => one.definition);
  const twin = all.find((one) => one.hung?.on === hung.on && one.path < path);
  if (twin) report('hung.on', `${twin.path} hang on rows by this word.`, 'Take one of the two out.');
  if (!all.some((one) => one[hung.on]))
    report('hung.on', `no definition says \`${hung.on}\`.`, `Write \`${hung.on}: true\` in one.`);
}

/** Checks the resource that others are attached to. */
export function checkHangable({ definition, others, report }: Subject): void {
  for (const word of hungWords) {
    if (!definition[word]) continue;
    if (definition.scope !== 'site' || !definition.operations.includes('view'))
      report(word, 'is for rows of sites that can be viewed.', 'Take it out.');
    const hung = [...others.values()].find((one) => one.definition.hung?.on === word)?.definition;
    if (!hung) {
      report(word, 'no resource hangs on rows by this word.', 'Take it out.');
      continue;
    }
    if (hung.path === definition.path) report(word, 'rows do not hang on rows of their own.', 'Take it out.');
    const count = hungCount(hung.name);
    if (Object.hasOwn(definition.fields, count))
      report(`fields.${count}`, 'is what the engine counts there.', 'Rename it.');
    const twin = Object.entries(definition.actions ?? {}).find(
      ([name, { on, path = name }]) => on === 'row' && path === hung.path,
    );
    if (twin) report(`actions.${twin[0]}`, `is where ${hung.path} are added.`, 'Give it another path.');
  }
}
