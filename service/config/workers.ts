/** WORKERS: the number of processes that share the port. */
import { availableParallelism } from 'node:os';
import type { DatabaseSettings } from '../../engine/database/settings.ts';
import { quote, refuse } from './refusal.ts';

const most = 256;

/** @param value a number, or `auto` for the number of processors available to this process */
export function readWorkers(value: string, database: DatabaseSettings): number {
  const number = value === 'auto' ? availableParallelism() : /^\d{1,3}$/.test(value) ? Number(value) : 0;
  if (number < 1 || number > most) {
    throw refuse('WORKERS', quote(value), `give a whole number from 1 to ${most}, or auto.`);
  }
  if (number > 1 && database.kind === 'sqlite' && database.path === ':memory:') {
    throw refuse(
      'WORKERS',
      quote(value),
      'sqlite::memory: is a database of a single process; give 1, or a file in DATABASE_URL.',
    );
  }
  return number;
}
