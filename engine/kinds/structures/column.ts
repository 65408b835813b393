/** A value in a column. Its other behaviour is that of its scalar. */
import type { ColumnFacts } from '../facts.ts';
import { scalarMakers } from '../scalars/known.ts';
import type { Structure } from './structure.ts';

export const column: Structure<ColumnFacts, 'column', never> = {
  held: 'column',
  type: null,
  isFilterable: ({ scalar }) => scalar.sorted !== undefined,
  misfit: (value, schema, { scalar, values }) => scalar.misfit(value, schema, values),
  longestWord: 32,
  isBrief: (schema, { scalar }) => scalar.isBrief(schema),
  specimen: {
    right: (schema, given, facts) => facts.scalar.specimen.right(schema, given, facts),
    wrong: (schema, { scalar }) => scalar.specimen.wrong(schema),
  },
  makers: scalarMakers,
};
