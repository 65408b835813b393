/** Values with parts that no field describes, made ready to be read. */

/** The parts of an object, in its order, without the numbers of rows that stand beside them. */
export function partsOf(value: object): [key: string, part: unknown][] {
  const entries = Object.entries(value);
  const isBeside = (key: string) =>
    entries.some(([other]) => key === `${other}_id` || key === `${other.replace(/s$/, '')}_ids`);
  return entries.filter(([key]) => !isBeside(key));
}

export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The name of what has nothing beside it but its number. */
export function nameIn({ id, name, ...others }: Readonly<Record<string, unknown>>): string | null {
  return id !== undefined && typeof name === 'string' && Object.keys(others).length === 0 ? name : null;
}
