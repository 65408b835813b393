/** What fields, and parts of nested ones, can refer to: the choices that forms offer. */
import type { Knex } from 'knex';
import { and, type Condition, eq } from '../condition.ts';
import { isMarked, type UniqueRule } from '../index-name.ts';
import type { Services } from '../kinds/services.ts';
import type { Actor } from '../policy.ts';
import { embeddedNames } from './projection.ts';
import { type FieldModel, fieldOf, type Registry, type Resource, resourceAt } from './resource.ts';
import { liveCondition, referable } from './scope.ts';
import { compileWhere } from './where.ts';

/** Who asks for choices, and where they are looked up. */
interface ChoiceContext {
  readonly db: Knex;
  readonly actor: Actor;
  readonly services: Services;
  readonly storedNow: string;
}

/** What is known of the form: ids by the names of `matching`, and `for`, the row that it changes. */
type KnownIds = Readonly<Record<string, number>>;

export interface Choice {
  /** `zone_id`, or `memberships.role_ids` for a part of a nested field. */
  readonly name: string;
  readonly target: Resource;
  /** Further fields of a row that are shown. */
  readonly include: readonly string[];
  /** Other references of the form by which the choice goes: parameters of these names narrow it. */
  readonly matching: readonly string[];
  /** Whether it depends on the row that the form changes: the parameter `for` names that. */
  readonly ownRow: boolean;
  /** The rows that can be chosen. */
  offered(asking: ChoiceContext, given: KnownIds): Condition | Promise<Condition>;
}

/** Everything that can be chosen in bodies of a resource. */
export function choicesOf(registry: Registry, resource: Resource): Choice[] {
  if (!isFilledIn(resource)) return [];
  return [...resource.fields.values()].flatMap((field) => [
    ...ownChoice(registry, resource, field),
    ...partChoices(registry, field),
  ]);
}

/** Whether there are forms of it: what the service alone writes has none. */
export function isFilledIn({ definition: { operations } }: Resource): boolean {
  return operations.includes('create') || operations.includes('update');
}

/** What an option shows of its row beside `id`: its name whatever else stands for it, so that all read alike. */
export function optionNames({ target, include }: Pick<Choice, 'target' | 'include'>): string[] {
  const names = ['name', ...embeddedNames(target, include)].filter((key) => target.outputs.has(key));
  return [...new Set(names)];
}

function ownChoice(registry: Registry, resource: Resource, { name, facts }: FieldModel): Choice[] {
  if (facts.readOnly || (facts.kind !== 'reference' && facts.kind !== 'references')) return [];
  const target = resourceAt(registry, facts.to);
  const { matching = [], offer = {}, tree = false } = facts.kind === 'reference' ? facts : {};
  const single = resource.unique.find((rule) => rule.fields.join() === name && isUsual(resource, rule));
  return [
    {
      name,
      target,
      include: facts.include,
      matching,
      ownRow: resource.operations.includes('update') && (tree || single !== undefined),
      offered: ({ actor, storedNow }, given) =>
        and(
          referable(target, facts, actor.site?.id ?? null, storedNow),
          typeof offer === 'function'
            ? offer()
            : compileWhere(offer, (one) => fieldOf(target, one).facts, storedNow),
          ...matching.flatMap((other) => (given[other] === undefined ? [] : [eq(other, given[other])])),
          ...(single ? [untaken(resource, single, name, given.for)] : []),
          ...(tree && given.for !== undefined ? [outside(resource, name, given.for)] : []),
        ),
    },
  ];
}

function partChoices(registry: Registry, { name, facts }: FieldModel): Choice[] {
  if (facts.kind !== 'nested' || facts.readOnly) return [];
  return Object.entries(facts.choices ?? {}).map(([part, { to, include = [], matching = [], offered }]) => {
    const target = resourceAt(registry, to);
    return {
      name: `${name}.${part}`,
      target,
      include,
      matching,
      ownRow: false,
      offered: async (asking, given) => and(liveCondition(target), await offered(asking, given)),
    };
  });
}

/** Whether a unique rule speaks of a row as forms begin it. */
function isUsual({ fields }: Resource, rule: UniqueRule): boolean {
  const begun = [...(rule.marked?.wanted.keys() ?? [])].map((name): [string, unknown] => [
    name,
    fields.get(name)?.facts.default,
  ]);
  return isMarked(rule, Object.fromEntries(begun));
}

/** Where no two rows may refer to the same one: those to which no other does. */
function untaken(
  resource: Resource,
  { marked }: UniqueRule,
  column: string,
  own: number | undefined,
): Condition {
  const others: Condition[] = own === undefined ? [] : [{ op: 'not', of: eq('id', own) }];
  const where = and(liveCondition(resource), ...(marked ? [eq(marked.column, 1)] : []), ...others);
  return {
    op: 'not',
    of: { op: 'exists', table: resource.table, foreign: column, column: 'id', where },
  };
}

/** In a tree, neither the row itself nor one below it. */
function outside({ table }: Resource, parent: string, id: number): Condition {
  return { op: 'not', of: { op: 'descendantOf', table, parent, id } };
}
