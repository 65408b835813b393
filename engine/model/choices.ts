/** The rows that fields, and parts of nested ones, can refer to: the options of forms. */
import type { Knex } from 'knex';
import { and, type Condition, eq } from '../condition.ts';
import { isMarked, type UniqueRule } from '../index-name.ts';
import type { ReferenceFacts } from '../kinds/facts.ts';
import { isReference, isReferences, isReferring, isWords, namedRows } from '../kinds/kind.ts';
import type { Services } from '../kinds/services.ts';
import type { Offered } from '../kinds/wording.ts';
import type { Actor } from '../policy.ts';
import { embeddedNames } from './projection.ts';
import { type FieldModel, fieldOf, type Registry, type Resource, resourceAt } from './resource.ts';
import { liveCondition, referable } from './scope.ts';
import { compileWhere } from './where.ts';

/** The user of the options, and where they are looked up. */
interface ChoiceContext {
  readonly db: Knex;
  readonly actor: Actor;
  readonly services: Services;
  readonly storedNow: string;
}

/** The known values of the form: ids by the names of `matching`, and `for`, the row that it changes. */
type KnownIds = Readonly<Record<string, number>>;

/** A row to which a form attaches something: its resource, and its site. */
export interface Holder {
  readonly resource: Resource;
  readonly siteId: number;
}

export interface Choice {
  /** `zone_id`, or `memberships.role_ids` for a part of a nested field. */
  readonly name: string;
  readonly target: Resource;
  /** Further fields of a row that are shown. */
  readonly include: readonly string[];
  /** Other references of the form that the options depend on: parameters of these names narrow them. */
  readonly matching: readonly string[];
  /** Whether it depends on the row that the form changes, the parameter `for`. */
  readonly ownRow: boolean;
  /** Whether it depends on the row to which the form attaches something, which parameters name. */
  readonly ofHolder: boolean;
  /** The rows that can be chosen. */
  offered(asking: ChoiceContext, given: KnownIds, holder?: Holder | null): Promise<Condition>;
}

/** All choices in the bodies of a resource. */
export function choicesOf(registry: Registry, resource: Resource): Choice[] {
  if (!isFilledIn(resource)) return [];
  return [...resource.fields.values()].flatMap((field) => [
    ...ownChoice(registry, resource, field),
    ...partChoices(registry, field),
  ]);
}

/** Whether it has forms: resources that only the service writes have none. */
export function isFilledIn({ definition: { operations } }: Resource): boolean {
  return operations.includes('create') || operations.includes('update');
}

/** The function that makes the words of a field, if they depend on the user; undefined for other fields. */
export function wordsOffer(resource: Resource, name: string | null): Offered | undefined {
  const facts = name === null ? undefined : resource.fields.get(name)?.facts;
  return isWords(facts) && isFilledIn(resource) ? facts.offered : undefined;
}

/**
 * The fields of an option beside `id`: always its name, even if the display is another field, so that all options have the same
 * form.
 */
export function optionNames({ target, include }: Pick<Choice, 'target' | 'include'>): string[] {
  const names = ['name', ...embeddedNames(target, include)].filter((key) => target.outputs.has(key));
  return [...new Set(names)];
}

function ownChoice(registry: Registry, resource: Resource, { name, facts }: FieldModel): Choice[] {
  if (facts.readOnly || !isReferring(facts)) return [];
  const target = resourceAt(registry, facts.to);
  const { matching = [], offer, tree = false } = isReference(facts) ? facts : {};
  const single = resource.unique.find((rule) => rule.fields.join() === name && isUsual(resource, rule));
  return [
    {
      name,
      target,
      include: facts.include,
      matching,
      ownRow: resource.operations.includes('update') && (tree || single !== undefined),
      ofHolder: isReferences(facts) && facts.viewers === true && resource.hung != null,
      offered: async (asking, given, holder) =>
        and(
          referable(registry, facts, referrerIn(resource, asking, holder), asking.storedNow),
          await offeredBy(target, offer, asking, given),
          ...matching.flatMap((other) => (given[other] === undefined ? [] : [eq(other, given[other])])),
          ...(single ? [untaken(resource, single, name, given.for)] : []),
          ...(tree && given.for !== undefined ? [outside(resource, name, given.for)] : []),
        ),
    },
  ];
}

const referrerIn = (of: Resource, { actor }: ChoiceContext, holder: Holder | null = null) => ({
  of,
  actor,
  siteId: holder?.siteId ?? actor.site?.id ?? null,
  holder: holder?.resource,
});

/** The conditions that the hooks of a nested field check its parts against. */
function partChoices(registry: Registry, { name, facts, parts }: FieldModel): Choice[] {
  return [...(facts.readOnly ? [] : parts.values())].flatMap((part) => {
    const { to, include, offer, matching } = partTarget(part);
    if (to === undefined) return [];
    const target = resourceAt(registry, to);
    return {
      ...{ name: `${name}.${part.name}`, target, include, matching, ownRow: false, ofHolder: false },
      offered: async (asking: ChoiceContext, given: KnownIds) =>
        and(liveCondition(target), await offeredBy(target, offer, asking, given)),
    };
  });
}

function partTarget({ facts }: FieldModel) {
  if (isReference(facts)) return { matching: [], ...facts };
  const { to, offer, by = [] } = namedRows(facts) ?? {};
  return { to, offer, include: [], matching: by };
}

async function offeredBy(
  target: Resource,
  offer: ReferenceFacts['offer'] = {},
  asking: ChoiceContext,
  given: KnownIds,
): Promise<Condition> {
  if (typeof offer === 'function') return offer(asking, given);
  return compileWhere(offer, (one) => fieldOf(target, one).facts, asking.storedNow);
}

/** Whether a unique rule covers a row with a form's initial values. */
function isUsual({ fields }: Resource, rule: UniqueRule): boolean {
  const begun = [...(rule.marked?.wanted.keys() ?? [])].map((name): [string, unknown] => [
    name,
    fields.get(name)?.facts.default,
  ]);
  return isMarked(rule, Object.fromEntries(begun));
}

/** If no two rows may refer to the same one: rows to which no other refers. */
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
  return { op: 'not', of: { op: 'descendantOf', table, parent, ids: [id] } };
}
