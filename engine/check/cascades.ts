/** Checks the writes of hooks. */
import type { AnyDefinition } from '../definition/definition.ts';
import { stepsOf } from '../definition/hooks.ts';
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
