/**
 * A list of rows in another table that belong to one row. They are part of its body, keep their order, and are deleted with it.
 */
import type { Static } from '../../typebox.ts';
import type { OwnedFacts } from '../facts.ts';
import { type Field, factsOf, isNeeded, keep, madeBy, make } from '../field.ts';
import { rowCount, wordingShape } from '../options.ts';
import { integer } from '../scalars/integer.ts';
import type { Ingredients } from '../scalars/scalar.ts';
import { anything, type Keys, keyed, list, message, must, record, text } from '../shape.ts';
import type { Together } from '../where.ts';
import { type Wording, wordingKeys } from '../wording.ts';
import { listOfParts, type PartFields } from './nested.ts';
import { idSchema } from './reference.ts';
import type { Structure } from './structure.ts';

interface OwnedOptions<F extends PartFields = PartFields> extends Wording, Together<keyof F & string> {
  readonly table: string;
  /** The column for the row that they belong to, and the column for their position, from 0. */
  readonly by: string;
  readonly order: string;
  /** The fields of each entry, in columns of the table. Each entry also has an `id`. */
  readonly fields: F;
  /** Minimum and maximum number of entries. */
  readonly min?: number;
  readonly max: number;
}

/** An entry as hooks see it. A new one has no id yet. */
export type Entry<F extends PartFields> = { readonly id?: number } & {
  readonly [K in keyof F]: Static<F[K]>;
};

/** The tag of a field that may be left out, because it may be empty. */
type Leavable<O> = O extends { readonly min: number } ? never : 'default';

/**
 * Rows that belong to one row and are written with it, as a list: `steps: Owned({ table, by, order, fields, max })`. An entry
 * with the `id` of a stored one updates it; entries without an id are new; stored entries that the list leaves out are deleted.
 * Answers about one row contain them, lists do not.
 */
export function Owned<const F extends PartFields, const O extends OwnedOptions<F>>(
  options: O & OwnedOptions<F>,
): Field<readonly Entry<F>[], Leavable<O>> {
  const { table, by, order, min = 0, max } = options;
  const fields = { id: entryId, ...options.fields };
  return make(
    listOfParts(fields, { min, max }),
    {
      ...{ kind: 'owned', table, own: by, order, fields, viewOnly: true },
      ...(min === 0 && { default: [] }),
      ...keep<Wording & Together>(options, ['only', 'requiredWhen', ...wordingKeys]),
    },
    madeBy('Owned', options),
  );
}

const entryId = make<number, 'optional'>(idSchema, { kind: 'column', scalar: integer, optional: true });

const besideShape = { beside: must(record(anything)), message: must(message) };
const ownedShape: Keys<OwnedOptions> = {
  ...{ ...wordingShape, table: must(text), by: must(text), order: must(text) },
  ...{ fields: must(record(anything)), min: rowCount, max: must(rowCount) },
  only: list(keyed({ fields: must(list(text, 1)), ...besideShape })),
  requiredWhen: list(keyed({ field: must(text), ...besideShape })),
};

export const owned: Structure<OwnedFacts, 'rows', 'nested'> = {
  held: 'rows',
  type: 'nested',
  isFilterable: () => false,
  isBrief: () => false,
  specimen: {
    right: (_schema, given, { fields }) => [0, 1].map((place) => entrySpecimen(fields, given, place)),
    wrong: () => ['word', 5, {}, [5], [null], [{ nonsense: 1 }], [{ id: 0 }]],
  },
  makers: { Owned: ownedShape },
};

/** An entry with its required fields only. */
function entrySpecimen(fields: PartFields, given: Ingredients, place: number): Record<string, unknown> {
  const variant = given.variant + place;
  return Object.fromEntries(
    Object.entries(fields).flatMap(([name, field]) => {
      const facts = factsOf(field);
      if (!isNeeded(facts) || facts.kind !== 'column') return [];
      return [[name, facts.scalar.specimen.right(field, { ...given, variant }, facts)]];
    }),
  );
}
