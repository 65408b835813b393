/** Judges a draft by the rules of its definition: each where the fields it names are sound, whatever is wrong with others. */
import type { HookContext } from '../definition/hooks.ts';
import type { Message } from '../message.ts';
import type { Changeset, ChangesetRow } from './changeset.ts';

/** What a rule is given of the request, beside what follows from the draft. */
export type RuleSurroundings = HookContext;

/** Has every rule whose fields are sound add what it refuses, one after the other as they stand in the definition. */
export async function judgeRules(draft: Changeset, surroundings: RuleSurroundings): Promise<void> {
  const { resource, row, previous, sent, errors } = draft;
  const context = {
    ...surroundings,
    id: previous ? row.id : null,
    siteId: row.site_id ?? null,
    previous,
    sent: (field: string) => sent.has(field),
    fail: (field: string, message: Message) => {
      errors[field] = [...(errors[field] ?? []), message];
    },
  };
  for (const { of, check } of resource.definition.rules ?? []) {
    if (!of.every((name) => isSound(draft, name))) continue;
    const named = Object.fromEntries(of.map((name) => [name, row[name]]));
    // Field types end where the registry begins; a rule is only ever given what it names of its own rows.
    await (check as unknown as UntypedRule)(named, context);
    for (const name of of) if (named[name] !== row[name]) row[name] = named[name];
  }
}

type UntypedRule = (row: ChangesetRow, context: unknown) => void | Promise<void>;

/** Whether a field has a value, and nothing is wrong with it or with a part of it. */
export function isSound({ resource, row, errors }: Changeset, name: string): boolean {
  const wrong = Object.keys(errors).some((key) => key === name || key.startsWith(`${name}.`));
  // What its type promises may be missing where the body is an alternative one, and where it is kept elsewhere.
  return !wrong && (row[name] !== undefined || resource.fields.get(name)?.facts.optional === true);
}
