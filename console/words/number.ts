/** Numbers as people of a language read them. */

const made = new Map<string, Intl.NumberFormat>();

/** A format is dear to make, the first one most of all: a slow telephone takes a tenth of a second. */
export function numberText(value: number, language: string, options: Intl.NumberFormatOptions = {}): string {
  const key = `${language}${JSON.stringify(options)}`;
  // What needs no separator looks like this in every language with these digits.
  if (key === `${language}{}` && Number.isInteger(value) && Math.abs(value) < 1000) return String(value);
  const format = made.get(key) ?? new Intl.NumberFormat(language, options);
  made.set(key, format);
  return format.format(value);
}
