/** The result of a check of `npm run doctor`. */

export type State = 'fine' | 'warning' | 'fault';

export interface Diagnosis {
  /** The subject of the check, in a word or two. */
  readonly what: string;
  /** `fault`: the service does not start, or people are harmed; `warning`: worth a thought. */
  readonly state: State;
  /** The finding, in sentences without secrets. */
  readonly told: string;
  /** The remedy; null if none is needed. */
  readonly todo: string | null;
}

export function fine(what: string, told: string): Diagnosis {
  return { what, state: 'fine', told, todo: null };
}

export function warning(what: string, told: string, todo: string): Diagnosis {
  return { what, state: 'warning', told, todo };
}

export function fault(what: string, told: string, todo: string): Diagnosis {
  return { what, state: 'fault', told, todo };
}

/** `1 row`, `1,200 rows`. */
export function count(number: number, one: string, several = `${one}s`): string {
  return `${number.toLocaleString('en')} ${number === 1 ? one : several}`;
}

/** `812 KiB`, `1.4 GiB`. */
export function bytes(number: number): string {
  const units = ['bytes', 'KiB', 'MiB', 'GiB', 'TiB'];
  let [size, unit] = [number, 0];
  while (size >= 1024 && unit < units.length - 1) {
    size /= 1024;
    unit += 1;
  }
  return `${unit === 0 || size >= 100 ? Math.round(size) : size.toFixed(1)} ${units[unit]}`;
}

/** `3 minutes`, `2 days`. */
export function duration(milliseconds: number): string {
  const minutes = Math.round(milliseconds / 60_000);
  if (minutes < 120) return count(minutes, 'minute');
  const hours = Math.round(minutes / 60);
  return hours < 72 ? count(hours, 'hour') : count(Math.round(hours / 24), 'day');
}
