/** Values with which a row meets a condition of a definition, or does not. */
import { isMark, isWords } from '../../../engine/kinds/kind.ts';
import type { Where } from '../../../engine/kinds/where.ts';
import { type FieldModel, fieldOf, type Resource } from '../../../engine/model/resource.ts';
import type { Body } from './rules.ts';

/** Values with which a row does not meet a condition. */
export function valuesMissing(resource: Resource, where: Where): Body {
  return pin(resource, where, missing);
}

/** Values with which a row meets a condition. */
export function valuesMeeting(resource: Resource, where: Where = {}): Body {
  return pin(resource, where, meeting);
}

function pin(
  resource: Resource,
  where: Where,
  choose: (field: FieldModel, wanted: Where[string]) => unknown,
): Body {
  return Object.fromEntries(
    Object.entries(where).map(([name, wanted]) => [name, choose(fieldOf(resource, name), wanted)]),
  );
}

/** A value that does not meet a condition of a definition. */
function missing(field: FieldModel, wanted: Where[string]): unknown {
  const { facts } = field;
  if (isMark(facts)) return wanted !== true;
  const values = 'values' in facts ? (facts.values ?? []) : [];
  const other = values.find((value) => ![wanted].flat().includes(value));
  if (other === undefined) throw new Error(`There is no other known value of ${field.name}.`);
  return isWords(facts) ? [other] : other;
}

/** A value that meets a condition of a definition. */
function meeting(field: FieldModel, wanted: Where[string]): unknown {
  if (typeof wanted === 'object' && wanted !== null && !Array.isArray(wanted)) {
    throw new Error(`No value of ${field.name} can be found for ${JSON.stringify(wanted)}.`);
  }
  const value: unknown = Array.isArray(wanted) ? wanted[0] : wanted;
  return isWords(field.facts) ? [value] : value;
}
