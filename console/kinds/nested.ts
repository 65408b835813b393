/** Prepares values whose parts are not described by fields. */

/** The parts of an object, in order, without row ids that have their row beside them. */
export function partsOf(value: object): [key: string, part: unknown][] {
  const entries = Object.entries(value);
  const isBeside = (key: string) =>
    entries.some(([other]) => key === `${other}_id` || key === `${other.replace(/s$/, '')}_ids`);
  return entries.filter(([key]) => !isBeside(key));
}

export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The name of an object that otherwise only has an id. */
export function nameIn({ id, name, ...others }: Readonly<Record<string, unknown>>): string | null {
  return id !== undefined && typeof name === 'string' && Object.keys(others).length === 0 ? name : null;
}
