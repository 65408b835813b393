/** Reads a request of a person without an account: it reports all wrong fields at once, and ignores none. */
import { type FieldErrors, invalid, noErrors } from '../../engine/failure.ts';
import { objectOf } from '../../engine/json-object.ts';
import { type Message, say } from '../../engine/message.ts';
import { texts, typeTexts } from '../../engine/messages.ts';
import { unfitness } from '../../engine/request/body/unfit.ts';
import { type Lines, tidyText } from '../../engine/values.ts';
import type { Contact } from './places.ts';

/** A request as it was sent. */
export interface Sent {
  readonly description: string;
  readonly name: string | null;
  readonly contact: string | null;
  /** Whether the hidden trap field was filled in. */
  readonly trapped: boolean;
}

/** The fields, with their label and maximum length. */
export const sentFields = {
  description: { label: say('description'), max: 2000, lines: 'many' },
  name: { label: say('name'), max: 100, lines: 'one' },
  contact: { label: say('contact'), max: 255, lines: 'one' },
} as const;
type FieldName = keyof typeof sentFields;

/** A field that programs fill in, and people do not see. */
export const trap = 'website';
const longestTrap = 2000;

const noContact = say('Leave out how to reach you: nobody asks for it here.');

/**
 * @param found other errors, such as those of photos
 * @throws Failure `validation_failed` with all errors
 */
export function readSent(body: unknown, contact: Contact, found: FieldErrors = {}): Sent {
  const given = objectOf(body);
  const errors = Object.assign(noErrors(), found);
  const names = Object.keys(sentFields);
  for (const field of Object.keys(given)) {
    if (field !== trap && !names.includes(field))
      errors[field] = [say(texts.unknownField, { field, allowed: names })];
  }
  const sent = {
    description: readText(given, 'description', errors),
    name: readText(given, 'name', errors),
    contact: readText(given, 'contact', errors),
  };
  const require = (name: FieldName) => {
    if (sent[name] === null) errors[name] ??= [say(texts.required, { field: sentFields[name].label })];
  };
  require('description');
  if (contact === 'required') require('contact');
  if (contact === 'none' && sent.contact !== null) errors.contact ??= [noContact];
  const website = given[trap] ?? '';
  const problem = problemOf(website, { label: say(trap), max: longestTrap, lines: null });
  if (problem) errors[trap] = [problem];
  if (Object.keys(errors).length > 0) throw invalid(errors);
  const trapped = typeof website === 'string' && website.trim() !== '';
  return { ...sent, description: sent.description ?? '', trapped };
}

/** In the form of texts; null if it is empty or wrong. */
function readText(
  given: Readonly<Record<string, unknown>>,
  name: FieldName,
  errors: FieldErrors,
): string | null {
  const value = given[name] ?? '';
  const problem = problemOf(value, sentFields[name]);
  if (problem) errors[name] = [problem];
  return problem || typeof value !== 'string' ? null : tidyText(value, sentFields[name].lines) || null;
}

/** @param of how long it may be, and how many lines it may have: null for any text */
function problemOf(
  value: unknown,
  { label: field, max, lines }: { label: Message; max: number; lines: Lines | null },
): Message | null {
  if (typeof value !== 'string') return say(texts.type, { field, type: typeTexts.string });
  const unfit = unfitness(value, lines);
  if (unfit) return say(unfit, { field });
  const text = lines ? tidyText(value, lines) : value.trim();
  // In characters: each is one or two UTF-16 units.
  if (text.length > 2 * max || [...text].length > max) return say(texts.tooLong, { field, limit: max });
  return null;
}
