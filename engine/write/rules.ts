/** Checks a draft by the rules of its definition across fields: first the declarations, then the rules. */
import type { HookContext } from '../definition/hooks.ts';
import type { Beside, Order, RequiredWhen, RuleContext, Stamp } from '../definition/rule.ts';
import type { Fields } from '../definition/types.ts';
import { noErrors } from '../failure.ts';
import type { OwnedFacts } from '../kinds/facts.ts';
import { plainDefault } from '../kinds/field.ts';
import type { Together } from '../kinds/where.ts';
import { type Message, say } from '../message.ts';
import { texts } from '../messages.ts';
import { type FieldModel, fieldOf, type Resource } from '../model/resource.ts';
import { type Changeset, differs, fail } from './changeset.ts';
import { heldEntries, ownedIn } from './others/owned-rows.ts';

/**
 * Sets and clears the stamps of states, and adds the errors of other declarations. Each runs only if its fields are valid.
 *
 * @param now ISO 8601 UTC
 */
export function judgeDeclarations(draft: Changeset, now: string): void {
  const { stamps, order } = draft.resource.definition;
  for (const stamp of stamps ?? []) putStamp(draft, stamp, now);
  judgeTogether(draft, draft.resource.definition, draft.sent);
  for (const one of order ?? []) judgeOrder(draft, one);
  for (const field of ownedIn(draft.resource)) judgeEntries(draft, field);
}

/** The checked object: a row before it is written, or an entry of one. */
type JudgedParts = Pick<Changeset, 'row' | 'previous' | 'errors'> & {
  readonly resource: Pick<Resource, 'fields'>;
};

/** @param sent names of the fields that the client sent; all if left out */
function judgeTogether(
  judged: JudgedParts,
  { only = [], requiredWhen = [] }: Together,
  sent?: ReadonlySet<string>,
): void {
  for (const { fields, beside, message } of only) {
    for (const name of fields) {
      if (!areSound(judged, [name, ...Object.keys(beside)])) continue;
      const { resource, row } = judged;
      const facts = resource.fields.get(name)?.facts;
      const usual = facts && plainDefault(facts);
      if (isEmpty(row[name]) || row[name] === usual || isMet(judged, beside)) continue;
      // Its former value is replaced by the default, the only allowed value.
      if (usual !== undefined && sent?.has(name) === false) row[name] = usual;
      else fail(judged, name, say(message));
    }
  }
  for (const one of requiredWhen) judgeRequired(judged, one);
}

/** The entries of a list, each separately. Errors are on the position in the list. */
function judgeEntries(draft: Changeset, { name, facts, parts }: FieldModel<OwnedFacts>): void {
  if (!draft.sent.has(name) || !isSound(draft, name)) return;
  for (const [place, row] of heldEntries(draft.row[name]).entries()) {
    const judged = { resource: { fields: parts }, row, previous: null, errors: noErrors() };
    judgeTogether(judged, facts);
    for (const [part, said] of Object.entries(judged.errors)) draft.errors[`${name}.${place}.${part}`] = said;
  }
}

function putStamp(draft: Changeset, { field, states, kept, cleared }: Stamp<Fields>, now: string): void {
  const { resource, row, previous } = draft;
  const state = resource.definition.states?.field ?? '';
  if (!areSound(draft, [state, field])) return;
  const was = previous !== null && states.includes(String(previous[state]));
  if (states.includes(String(row[state]))) {
    if (kept || !was) row[field] ??= now;
  } else if (was && cleared) {
    // The time that a form has read is cleared with the state. Another time would contradict the state.
    if (row[field] !== null && row[field] !== previous[field]) fail(draft, field, say(cleared));
    row[field] = null;
  }
}

function judgeRequired(draft: JudgedParts, { field, beside, message }: RequiredWhen<Fields>): void {
  const involved = [field, ...Object.keys(beside)];
  if (!areSound(draft, involved) || !involved.some((name) => differs(draft, name))) return;
  if (isEmpty(draft.row[field]) && isMet(draft, beside)) fail(draft, field, say(message));
}

function judgeOrder(draft: Changeset, { lower, upper, blames }: Order<Fields>): void {
  const { resource, row, sent } = draft;
  if (!areSound(draft, [lower, upper])) return;
  const [low, high] = [row[lower], row[upper]];
  if (isEmpty(low) || isEmpty(high) || !isAbove(low, high)) return;
  const blamed = { lower, upper }[blames];
  const other = blamed === lower ? upper : lower;
  const field = sent.has(other) && !sent.has(blamed) ? other : blamed;
  const against = field === lower ? upper : lower;
  const numbers = typeof low === 'number';
  const text = field === lower ? (numbers ? texts.above : texts.after) : numbers ? texts.below : texts.before;
  const labels = { field: fieldOf(resource, field).label, other: fieldOf(resource, against).label };
  fail(draft, field, say(text, { ...labels, value: String(row[against]) }));
}

/** Compares two numbers, days or moments; days and moments compare as texts. */
function isAbove(one: unknown, other: unknown): boolean {
  return typeof one === 'number' && typeof other === 'number' ? one > other : String(one) > String(other);
}

function areSound(draft: JudgedParts, names: readonly string[]): boolean {
  return names.every((name) => isSound(draft, name));
}

function isMet({ row }: JudgedParts, beside: Beside<Fields>): boolean {
  return Object.entries(beside).every(([name, wanted]) => {
    if (wanted === undefined) return true;
    return 'not' in wanted ? !isEmpty(row[name]) : wanted.includes(String(row[name]));
  });
}

function isEmpty(value: unknown): boolean {
  return value === null || value === undefined || (Array.isArray(value) && value.length === 0);
}

/**
 * Runs every rule whose fields are valid, in the order of the definition. Each may add errors.
 *
 * @param surroundings makes the part of a rule's context that does not come from the draft
 */
export async function judgeRules(draft: Changeset, surroundings: () => HookContext): Promise<void> {
  const { resource, row, previous, sent } = draft;
  const { rules = [] } = resource.definition;
  if (rules.length === 0) return;
  // Field types end at the registry. A rule only ever receives the fields that it names, of its own rows.
  const context = {
    ...surroundings(),
    id: previous ? row.id : null,
    siteId: row.site_id ?? null,
    previous,
    sent: (field: string) => sent.has(field),
    fail: (field: string, message: Message) => fail(draft, field, message),
  } as RuleContext<Fields>;
  for (const { of, check } of rules) {
    if (!of.every((name) => isSound(draft, name))) continue;
    const named = Object.fromEntries(of.map((name) => [name, row[name]]));
    await check(named, context);
    for (const name of of) if (named[name] !== row[name]) row[name] = named[name];
  }
}

/** Whether a field has a value, and neither it nor a part of it has an error. */
function isSound({ resource, row, errors }: JudgedParts, name: string): boolean {
  const wrong = Object.keys(errors).some((key) => key === name || key.startsWith(`${name}.`));
  // The value may be missing, despite its type, if the body is an alternative one, or if it is stored elsewhere.
  return !wrong && (row[name] !== undefined || resource.fields.get(name)?.facts.optional === true);
}
