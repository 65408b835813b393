/** Compares the tables of a database with the definitions. */
import type { Feature } from '../feature.ts';

export default { name: 'schema' } satisfies Feature;
