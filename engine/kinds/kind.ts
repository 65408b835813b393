/** Questions about a field, independent of its kind. */

import type { Lines } from '../values.ts';
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
/** Whether it counts or sums rows of another resource, or counts pairs. */
export const isAggregate = isOf('aggregate');
/** Whether it adds counts and sums of the same row. */
export const isTotal = isOf('total');
/** Whether it is a text of the oldest row that refers to this one. */
export const isFirst = isOf('first');
export const isPairCount = isOf('pairs');
/** Whether it is computed from conditions on the row. */
export const isDerived = isOf('derived');
/** Whether it is another field under a second name. */
export const isAlias = isOf('alias');
/** Whether the definition reads it for the rows of a page, and writes it. */
export const isNested = isOf('nested');
/** Whether it is a list of rows that belong to this row alone. */
export const isOwned = isOf('owned');
/** Whether it labels the values of changes, of rows of any resource. */
export const isChangeLabels = isOf('labels');
/** Whether it is a sentence about another row. */
export const isSentence = isOf('sentence');

/** Whether a column of the row holds its value: a plain value, or the id of another row. */
export const isStored = isHeld('column');
/** Whether it has many values, each in a row of a table of pairs. */
export const isPaired = isHeld('pairs');
/** Whether it is written to other tables than that of the row. */
export const isBeside = isHeld('pairs', 'rows');
/** Whether the engine writes its value. Nested values, which definitions read from other tables, are written by their hooks. */
export const isWritten = (facts: Facts): boolean => isHeld('column', 'pairs')(facts) || isOwned(facts);
/** Whether its value consists of parts, or of entries with parts. */
export const hasParts = isHeld('rows');
/** Whether it is computed in the query of the row. */
export const isQueried = isHeld('query');
/** Whether it is read for all rows of a page at once, from their values. */
export const isOfPage = isHeld('page');

/** Whether it refers to rows, one or many. */
export function isReferring(facts: Asked): facts is ReferenceFacts | ReferencesFacts {
  return isReference(facts) || isReferences(facts);
}

/** The scalar of a single value; undefined for fields with several values or parts. */
export function scalarOf(facts: Asked): Scalar | undefined {
  return facts && 'scalar' in facts ? facts.scalar : undefined;
}

/** Its possible words, in order. */
export function valuesOf(facts: Asked): readonly string[] {
  return (facts && 'values' in facts && facts.values) || [];
}

/** The fields that are its parts. */
export function nestedFields(facts: Facts): Readonly<Record<string, Field>> {
  return hasParts(facts) ? (facts.fields ?? {}) : {};
}

/** Path of the resource that its ids refer to, for references and lists of ids. */
export function referredPath(facts: Facts): string | undefined {
  return isReferring(facts) ? facts.to : namedRows(facts)?.to;
}

/** The rows that a list of ids refers to. */
export function namedRows(facts: Facts): NamedRows | undefined {
  return 'rows' in facts ? facts.rows : undefined;
}

/** Whether it holds one of a few words, stored or computed. */
export function isEnumeration(facts: Asked): facts is ColumnFacts | DerivedFacts {
  return scalarOf(facts) === choice;
}

/** Whether it is a boolean, stored or computed. */
export function isMark(facts: Asked): boolean {
  return scalarOf(facts) === bool;
}

/** Whether it stores a text. */
export function isText(facts: Asked): facts is ColumnFacts {
  return isColumn(facts) && facts.scalar === text;
}

/** How many lines each of its texts may have; null if it holds no texts, or passwords. */
export function linesOf(facts: Asked): Lines | null {
  if (!isColumn(facts) || facts.writeOnly || !(facts.scalar === text || facts.texts)) return null;
  return facts.multiline ? 'many' : 'one';
}

/** Whether its value reads the same in every language and time zone: a text, or a whole number. */
export function isPlain(facts: Facts | undefined): facts is ColumnFacts {
  return isColumn(facts) && (facts.scalar === text || facts.scalar === integer);
}

/** Whether its value has parts of any name. */
export function isJson(facts: Asked): boolean {
  return scalarOf(facts) === json;
}

/** Whether its value is a day or a moment. */
export function isDated(facts: Asked): boolean {
  return scalarOf(facts)?.counted === 'periods';
}

/** How rows can be counted by it: by its values, or by periods. */
export function countedOf(facts: Facts): Scalar['counted'] {
  return structureOf(facts).counted ?? scalarOf(facts)?.counted;
}

/** The type of a field for clients. */
export function typeOf(facts: Facts): ScalarType | StructureType {
  const { type } = structureOf(facts);
  const listed = isColumn(facts) && ((facts.rows && 'references') || (facts.texts && 'words'));
  const own = structureTypes.find((one) => one === (listed || type));
  const scalar = scalarOf(facts);
  if (own) return own;
  if (!scalar) throw new Error(`Clients know no field of the kind ${facts.kind}.`);
  return typeOfScalar(scalar);
}

/** The name of a kind in messages to authors. */
export function kindName(facts: Facts): string {
  return isColumn(facts) ? facts.scalar.type : facts.kind;
}

/** The filter of every resource with a tree: rows below another one. */
export const treeFilterName = 'under_id';

/** Whether it makes a tree of the rows of its resource. */
export const isTree = (facts: Facts | undefined): boolean => isReference(facts) && facts.tree === true;
