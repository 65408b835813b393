/** Writes values for a draft migration, in TypeScript and in SQL. */

/** A value as TypeScript. Characters of a text that mean something to TypeScript are escaped. */
export function literal(value: string | number | null): string {
  if (typeof value !== 'string') return String(value);
  return `'${JSON.stringify(value).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`;
}

/** A text as SQL, valid on every database. `check:resources` refuses texts that one of them would read differently. */
export function sqlText(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}
