/** What the checks of definitions have in common. */
import type { AnyDefinition } from '../definition/definition.ts';
import { stepsOf } from '../definition/hooks.ts';
import { hungNames } from '../definition/hung.ts';
import { type SystemPaths, systemFields } from '../definition/system-fields.ts';
import type { Fields } from '../definition/types.ts';
import type { Facts } from '../kinds/facts.ts';
import { factsOf } from '../kinds/field.ts';
import { isReference, isReferring, nestedFields, referredPath } from '../kinds/kind.ts';
import type { DeleteEffect } from '../kinds/on-delete.ts';

/** A definition and the file it came from, relative to the project. */
export interface Loaded {
  readonly file: string;
  readonly definition: AnyDefinition;
}

/** A definition with the facts of all its fields, those of the system included. */
export interface Described {
  readonly definition: AnyDefinition;
  readonly facts: ReadonlyMap<string, Facts>;
}

export type ReportProblem = (key: string, problem: string, remedy: string) => void;

/** What a check looks at, and where it says what it finds. */
export interface Subject extends Described {
  /** All definitions by their path. */
  readonly others: ReadonlyMap<string, Described>;
  readonly report: ReportProblem;
}

/** What the fields of every row refer to, and what hangs on rows. */
export function systemOf(loaded: readonly Loaded[], paths: SystemPaths): SystemPaths {
  return { ...paths, hung: hungNames(loaded.map(({ definition }) => definition)) };
}

/** The facts of every field by its name, in the order of an answer. */
export function factsByName(definition: AnyDefinition, system: SystemPaths): ReadonlyMap<string, Facts> {
  const { first, last } = systemFields(definition, system);
  const fields = { ...first, ...definition.fields, ...last };
  return new Map(Object.entries(fields).map(([name, field]) => [name, factsOf(field)]));
}

/** What names and parts of paths look like: `item-movement`. */
export const hyphened = /^[a-z][a-z0-9]*(-[a-z0-9]+)*$/;
/** What tables, fields and filters look like: `item_movements`. */
export const snake = /^[a-z][a-z0-9]*(_[a-z0-9]+)*$/;

/** A remedy that names what there is. */
export function oneOf(names: Iterable<string>): string {
  return `Use one of: ${[...names].sort().join(', ')}.`;
}

/** Reports a name that is not a permission: neither that of an operation nor one of the definition's own. */
export function checkPermission({ definition, report }: Subject, key: string, name: string): void {
  const known: readonly string[] = [...definition.operations, ...(definition.permissions ?? [])];
  if (known.includes(name)) return;
  report(key, `the resource has no operation and no permission “${name}”.`, oneOf(known));
}

/** Whether a field refers to people: to the rows that its author is one of. */
export function refersToPeople({ facts }: Described, fact: Facts | undefined): boolean {
  const author = facts.get('created_by_id');
  return author !== undefined && isReferring(fact) && fact.to === referredPath(author);
}

/** Fields beside those of the row: what actions and reports take and answer, and the parts of nested ones. */
export function ownFieldsOf({ fields, actions = {}, reports = {} }: AnyDefinition): Fields[] {
  return [
    ...Object.values(fields).map((field) => nestedFields(factsOf(field))),
    ...[...Object.values(actions), ...Object.values(reports)].flatMap(({ input = {}, answer = {} }) => [
      input,
      answer,
    ]),
  ];
}

/** A column that refers to rows of a resource. */
export interface Reference {
  /** The definition whose rows refer by it, and its field. */
  readonly by: AnyDefinition;
  readonly field: string;
  readonly table: string;
  readonly column: string;
  /** Where they are pairs: whose, by which column of theirs. */
  readonly owner: { readonly table: string; readonly column: string } | null;
  readonly onDelete: DeleteEffect | undefined;
  /** Whether no row can do without what it refers to. */
  readonly required: boolean;
  /** Whether hooks of the delete take the rows away first. */
  readonly cleared: boolean;
}

/** Every column of definitions that refers to rows of one: their own, and those of their tables of pairs. */
export function referencesTo(
  definition: AnyDefinition,
  definitions: ReadonlyMap<string, Described>,
): Reference[] {
  const steps = stepsOf(definition, 'delete');
  return [...definitions.values()].flatMap(({ definition: by, facts }) =>
    [...facts].flatMap(([field, one]): Reference[] => {
      if (!isReferring(one) || one.to !== definition.path) return [];
      const said = { by, field, onDelete: one.onDelete, cleared: steps.has(`delete ${by.path}`) };
      return isReference(one)
        ? [{ ...said, table: by.table, column: field, owner: null, required: !one.nullable }]
        : [
            {
              ...said,
              ...{ table: one.table, column: one.column, required: false },
              owner: { table: by.table, column: one.own },
            },
          ];
    }),
  );
}
