/** Numbers in the format of a language. */

const made = new Map<string, Intl.NumberFormat>();

/** Formats are expensive to create, the first one most: a slow phone takes a tenth of a second. */
export function numberText(value: number, language: string, options: Intl.NumberFormatOptions = {}): string {
  const key = `${language}${JSON.stringify(options)}`;
  // A small whole number has the same form in every language with these digits.
  if (key === `${language}{}` && Number.isInteger(value) && Math.abs(value) < 1000) return String(value);
  const format = made.get(key) ?? new Intl.NumberFormat(language, options);
  made.set(key, format);
  return format.format(value);
}
