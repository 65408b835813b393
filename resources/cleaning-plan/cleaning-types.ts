/** The names of cleanings, by how often they recur. */
export const cleaningTypes = [
  ...(['daily', 'weekly', 'bimonthly', 'monthly', 'quarterly', 'biannual', 'annual', 'casual'] as const),
];
