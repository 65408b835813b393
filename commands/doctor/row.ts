/** The rows of `npm run doctor`: each asks for a value, judges it, and advises. */
import type { ServerFacts } from '../../engine/database/dialect/facts.ts';
import type { DatabaseSchema } from '../../engine/database/dialect/tables.ts';
import type { SchemaState } from '../../engine/database/migrate.ts';
import type { Database } from '../../engine/database/open.ts';
import type { MysqlSettings } from '../../engine/database/settings.ts';
import type { Registry } from '../../engine/model/resource.ts';
import type { Config } from '../../service/config/config.ts';
import type { Environment, SettingsRead } from './read-settings.ts';

export type State = 'fine' | 'warning' | 'fault';

export interface Diagnosis {
  /** The subject, in a word or two. */
  readonly what: string;
  /** `fault`: the service does not start, or people are harmed; `warning`: worth a thought. */
  readonly state: State;
  /** The finding, in sentences without secrets. */
  readonly told: string;
  /** The remedy; null if none is needed. */
  readonly todo: string | null;
}

/** A finding of a row: a sentence if all is well. */
type Finding = string | Bad;
type Findings = Finding | readonly Finding[] | null;

/** What rows ask about, in the order in which it becomes known: rows of a stage only take what is known by then. */
export interface Known {
  readonly environment: Environment;
  readonly settings: SettingsRead;
  readonly now: Date;
  readonly config: Config;
  readonly definitions: Registry | Error;
  readonly database: Database;
  /** Of an embedded database. */
  readonly path: string;
  /** Of a server, with the length of the words that searches look for in its full-text index. */
  readonly place: MysqlSettings;
  readonly facts: ServerFacts;
  readonly words: number;
  /** With the reasons why this version cannot run on the schema of a later one. */
  readonly state: SchemaState;
  readonly obstacles: readonly string[];
  readonly registry: Registry;
  /** Of the schema that the migrations make. */
  readonly loadSchema: () => Promise<DatabaseSchema>;
}

export interface Row {
  readonly what: string;
  ask(known: Known): unknown;
  judge(value: never): Findings;
  readonly advice?: string;
}

export function row<Value>(given: {
  readonly what: string;
  readonly ask: (known: Known) => Value | Promise<Value>;
  /** Null if there is nothing to say. */
  readonly judge: (value: Value) => Findings;
  /** The remedy of findings that have none of their own. */
  readonly advice?: string;
}): Row {
  return given;
}

/** Of another subject than its row, and with another remedy, if it says so. */
export type Bad = Pick<Diagnosis, 'state' | 'told'> & Partial<Diagnosis>;
export const warning = (told: string, todo?: string): Bad => ({
  state: 'warning',
  told,
  ...(todo && { todo }),
});
export const fault = (told: string, todo?: string): Bad => ({ ...warning(told, todo), state: 'fault' });

/** What a row finds. @param explain says why its value cannot be had */
export async function diagnose(
  { what, ask, judge, advice }: Row,
  known: Partial<Known>,
  explain: (error: unknown) => string = String,
): Promise<Diagnosis[]> {
  const judged = async () => judge((await ask(known as Known)) as never);
  const findings = await judged().catch((error: unknown) =>
    fault(`It could not be checked. ${explain(error)}`, 'Look at the log of the database.'),
  );
  return [findings ?? []].flat().map((one) => {
    if (typeof one === 'string') return { what, state: 'fine', told: one, todo: null };
    return { what, todo: advice ?? null, ...one };
  });
}

/** `1 row`, `1,200 rows`. */
export function count(number: number, one: string, several = `${one}s`): string {
  return `${number.toLocaleString('en')} ${number === 1 ? one : several}`;
}

/** `812 KiB`, `1.4 GiB`. */
export function bytes(number: number): string {
  const units = ['bytes', 'KiB', 'MiB', 'GiB', 'TiB'];
  const unit = number < 1024 ? 0 : Math.min(units.length - 1, Math.floor(Math.log2(number) / 10));
  const size = number / 1024 ** unit;
  return `${unit === 0 || size >= 100 ? Math.round(size) : size.toFixed(1)} ${units[unit]}`;
}

/** `3 minutes`, `2 days`. */
export function duration(milliseconds: number): string {
  const minutes = Math.round(milliseconds / 60_000);
  if (minutes < 120) return count(minutes, 'minute');
  const hours = Math.round(minutes / 60);
  return hours < 72 ? count(hours, 'hour') : count(Math.round(hours / 24), 'day');
}

/** Some of the names, if there are many. */
export function listed(names: readonly string[], most = 5): string {
  const more = names.length > most ? ` and ${count(names.length - most, 'other')}` : '';
  return `${names.slice(0, most).join(', ')}${more}`;
}
