/** Values as a draft writes them, into TypeScript and into SQL. */

/** A value as a migration writes it: of a text every character, whatever it means to TypeScript. */
export function literal(value: string | number | null): string {
  if (typeof value !== 'string') return String(value);
  return `'${JSON.stringify(value).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`;
}

/** A text as SQL has it, on every database: `check:resources` keeps out what one of them would read as something else. */
export function sqlText(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}
