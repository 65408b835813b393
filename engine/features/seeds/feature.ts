/** Rows for an empty database, written as users would write them. */
import type { Feature } from '../feature.ts';

export default { name: 'seeds' } satisfies Feature;
