/** What can be asked of any field, whatever kind it is of. */
import type {
  ColumnFacts,
  DerivedFacts,
  Facts,
  FactsByName,
  Field,
  NamedRows,
  ReferenceFacts,
  ReferencesFacts,
  StructureName,
} from './facts.ts';
import { bool } from './scalars/bool.ts';
import { choice } from './scalars/enum.ts';
import { integer } from './scalars/integer.ts';
import { json } from './scalars/json.ts';
import { type ScalarType, typeOfScalar } from './scalars/known.ts';
import type { Scalar } from './scalars/scalar.ts';
import { text } from './scalars/text.ts';
import type { Held } from './structures/structure.ts';
import { type FactsHeld, type StructureType, structureOf, structureTypes } from './structures/structures.ts';

type Asked = Facts | undefined;

const isOf =
  <K extends StructureName>(name: K) =>
  (facts: Asked): facts is FactsByName[K] =>
    facts?.kind === name;

const isHeld =
  <H extends Held>(...where: readonly H[]) =>
  (facts: Asked): facts is FactsHeld<H> =>
    facts !== undefined && where.some((one) => one === structureOf(facts).held);

/** Whether a field holds a plain value in a column of the row. */
export const isColumn = isOf('column');
/** Whether it refers to one row, and whether to any number of them. */
export const isReference = isOf('reference');
export const isReferences = isOf('references');
/** Whether it is a set of words. */
export const isWords = isOf('words');
/** Whether it counts or sums rows of another resource, and whether it counts pairs. */
export const isAggregate = isOf('aggregate');
/** Whether it adds counts and sums of the same row. */
export const isTotal = isOf('total');
/** Whether it is a text of the oldest row that refers to this one. */
export const isFirst = isOf('first');
export const isPairCount = isOf('pairs');
/** Whether it follows from conditions that a row meets. */
export const isDerived = isOf('derived');
/** Whether it is another field under a second name. */
export const isAlias = isOf('alias');
/** Whether definitions read it for the rows of a page, and write it. */
export const isNested = isOf('nested');
/** Whether it is rows that belong to the row alone, in their order. */
export const isOwned = isOf('owned');
/** Whether it names the values of changes, of whichever rows these are. */
export const isChangeLabels = isOf('labels');
/** Whether it is a sentence about another row. */
export const isSentence = isOf('sentence');

/** Whether the value of a field stands in a column of the row: a plain one, or the id of another row. */
export const isStored = isHeld('column');
/** Whether a row has any number of them, each in a row of a table of pairs. */
export const isPaired = isHeld('pairs');
/** Whether it is written into other tables than that of the row. */
export const isBeside = isHeld('pairs', 'rows');
/** Whether the engine writes its value: what definitions read from tables of their own, their hooks write. */
export const isWritten = (facts: Facts): boolean => isHeld('column', 'pairs')(facts) || isOwned(facts);
/** Whether its value is made of parts, or of entries with parts. */
export const hasParts = isHeld('rows');
/** Whether it is computed in the query of the row. */
export const isQueried = isHeld('query');
/** Whether it is found for the rows of a page at once, from what they hold. */
export const isOfPage = isHeld('page');

/** Whether it refers to rows, to one or to many. */
export function isReferring(facts: Asked): facts is ReferenceFacts | ReferencesFacts {
  return isReference(facts) || isReferences(facts);
}

/** How the one value of a field behaves; undefined of those that have several, or parts. */
export function scalarOf(facts: Asked): Scalar | undefined {
  return facts && 'scalar' in facts ? facts.scalar : undefined;
}

/** The words that it can be, in their order. */
export function valuesOf(facts: Asked): readonly string[] {
  return (facts && 'values' in facts && facts.values) || [];
}

/** The fields that are parts of it. */
export function nestedFields(facts: Facts): Readonly<Record<string, Field>> {
  return hasParts(facts) ? (facts.fields ?? {}) : {};
}

/** Path of the resource to whose rows its ids lead: those of references, and those in lists. */
export function referredPath(facts: Facts): string | undefined {
  return isReferring(facts) ? facts.to : namedRows(facts)?.to;
}

/** The rows that a list of ids names. */
export function namedRows(facts: Facts): NamedRows | undefined {
  return 'rows' in facts ? facts.rows : undefined;
}

/** Whether a row holds one of a few words: in its column, or by the conditions that it meets. */
export function isEnumeration(facts: Asked): facts is ColumnFacts | DerivedFacts {
  return scalarOf(facts) === choice;
}

/** Whether a row is marked or not: in its column, or by the conditions that it meets. */
export function isMark(facts: Asked): boolean {
  return scalarOf(facts) === bool;
}

/** Whether a field holds a text of its own. */
export function isText(facts: Asked): facts is ColumnFacts {
  return isColumn(facts) && facts.scalar === text;
}

/** Whether a field holds what reads the same in each language and zone: a text, or a whole number. */
export function isPlain(facts: Facts | undefined): facts is ColumnFacts {
  return isColumn(facts) && (facts.scalar === text || facts.scalar === integer);
}

/** Whether a value has parts of any name. */
export function isJson(facts: Asked): boolean {
  return scalarOf(facts) === json;
}

/** Whether a value is a day, or a moment of one. */
export function isDated(facts: Asked): boolean {
  return scalarOf(facts)?.counted === 'periods';
}

/** What rows can be counted by of a field: its values, or the periods that they lie in. */
export function countedOf(facts: Facts): Scalar['counted'] {
  return structureOf(facts).counted ?? scalarOf(facts)?.counted;
}

/** What clients know a field by. */
export function typeOf(facts: Facts): ScalarType | StructureType {
  const { type } = structureOf(facts);
  const listed = isColumn(facts) && ((facts.rows && 'references') || (facts.texts && 'words'));
  const own = structureTypes.find((one) => one === (listed || type));
  const scalar = scalarOf(facts);
  if (own) return own;
  if (!scalar) throw new Error(`Clients know no field of the kind ${facts.kind}.`);
  return typeOfScalar(scalar);
}

/** What a kind is called in messages to authors. */
export function kindName(facts: Facts): string {
  return isColumn(facts) ? facts.scalar.type : facts.kind;
}

/** The filter that every resource in a tree has: of rows within another one. */
export const treeFilterName = 'under_id';

/** Whether rows stand under rows of their resource by it. */
export const isTree = (facts: Facts | undefined): boolean => isReference(facts) && facts.tree === true;
