/** What definitions declare as late, against what their rows answer as that. */
import { expect } from 'chai';
import type { Fields } from '../../../engine/definition/types.ts';
import type { Late } from '../../../engine/definition/view.ts';
import { now } from '../../../engine/index.ts';
import { factsOf } from '../../../engine/kinds/field.ts';
import { isDerived, isMark } from '../../../engine/kinds/kind.ts';
import type { Where } from '../../../engine/kinds/where.ts';
import { loadDefinitions } from '../../../engine/model/compile.ts';
import { resourcesFolder } from '../../../service/project/project.ts';

/** The conditions under which a row is late: those of the dates before one are null, each with its own. */
function conditionsOf(late: Late<Fields>): unknown {
  const names = [late.after ?? late.at].flat();
  const before = (at: number) => Object.fromEntries(names.slice(0, at).map((name) => [name, null]));
  return names.map((name, at) => ({ ...late.while, ...before(at), [name]: { lt: now } }));
}

/** The dates that have passed where a condition is met. */
function passedIn(where: Where): string[] {
  return Object.entries(where).flatMap(([name, wanted]) =>
    wanted !== null && typeof wanted === 'object' && 'lt' in wanted && wanted.lt === now ? [name] : [],
  );
}

describe('what is late', () => {
  it('is what rows answer to be late', async () => {
    const seen: string[] = [];
    for (const { definition } of await loadDefinitions(resourcesFolder)) {
      for (const [name, field] of Object.entries(definition.fields)) {
        const facts = factsOf(field);
        const cases = isDerived(facts) ? facts.cases : [];
        const passed = cases.filter(([, where]) => passedIn(where).length > 0);
        if (passed.length === 0) continue;
        const told = `${definition.path}.${name}`;
        const { late } = definition.view ?? {};
        if (!late) throw new Error(`${told} says that rows are late, and the view does not.`);
        expect(
          passed.flatMap(([, where]) => passedIn(where)),
          told,
        ).to.deep.equal([late.after ?? late.at].flat());
        // A mark is true of exactly these rows; the word of an enumeration is one of those with which a row can be late.
        const wheres = passed.map(([, where]) => where);
        if (isMark(facts)) expect(wheres, told).to.deep.equal(conditionsOf(late));
        else expect(late.while?.[name], told).to.include.members(passed.map(([value]) => value));
        seen.push(told);
      }
    }
    expect(seen).to.include.members(['maintenances.overdue', 'plan-occurrences.status']);
  });
});
