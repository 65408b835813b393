/** What can be asked of any field, whatever kind it is of. */
import type { ColumnFacts, DerivedFacts, Facts, ReferenceFacts } from './field.ts';
import { bool } from './scalars/bool.ts';
import { choice } from './scalars/enum.ts';
import type { Scalar } from './scalars/scalar.ts';
import { text } from './scalars/text.ts';

/** Whether a field holds a plain value in a column of the row. */
export function isColumn(facts: Facts | undefined): facts is ColumnFacts {
  return facts?.kind === 'column';
}

/** Whether the value of a field stands in a column of the row: a plain one, or the id of another row. */
export function isStored(facts: Facts | undefined): facts is ColumnFacts | ReferenceFacts {
  return facts?.kind === 'column' || facts?.kind === 'reference';
}

export function isDerived(facts: Facts): facts is DerivedFacts {
  return facts.kind === 'derived';
}

/** How the one value of a field behaves; undefined of those that have several, or parts. */
export function scalarOf(facts: Facts | undefined): Scalar | undefined {
  return facts && 'scalar' in facts ? facts.scalar : undefined;
}

/** Whether a row holds one of a few words: in its column, or by the conditions that it meets. */
export function isEnumeration(facts: Facts | undefined): facts is ColumnFacts | DerivedFacts {
  return scalarOf(facts) === choice;
}

/** Whether a row is marked or not: in its column, or by the conditions that it meets. */
export function isMark(facts: Facts | undefined): boolean {
  return scalarOf(facts) === bool;
}

/** Whether a field holds a text of its own. */
export function isText(facts: Facts | undefined): facts is ColumnFacts {
  return facts?.kind === 'column' && facts.scalar === text;
}

/** Whether a value is a day, or a moment of one. */
export function isDated(facts: Facts | undefined): boolean {
  return scalarOf(facts)?.counted === 'periods';
}

/** What a kind is called in messages to authors. */
export function kindName(facts: Facts): string {
  return isColumn(facts) ? facts.scalar.type : facts.kind;
}
