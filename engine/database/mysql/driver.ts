/** The driver of MariaDB and MySQL. */
import { createRequire } from 'node:module';
import { once } from '../../memoize.ts';

/** Loads it with the first connection: an embedded database does without its eighty modules. */
export const loadDriver = once((): typeof import('mysql2') => createRequire(import.meta.url)('mysql2'));
