/** What cleanings are called by how often they come round. */
export const cleaningTypes = [
  ...(['daily', 'weekly', 'bimonthly', 'monthly', 'quarterly', 'biannual', 'annual', 'casual'] as const),
];
