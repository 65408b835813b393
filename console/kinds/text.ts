/** Parses typed values. A text that cannot be parsed is kept: the service reports its error. */

/** The decimal separator of a language. */
function pointOf(locale: string): string {
  const [, point] = new Intl.NumberFormat(locale).formatToParts(1.5);
  return point?.value ?? '.';
}

/** A number; null for empty; the text itself if it is no number, or cannot be represented exactly. */
export function readNumber(text: string, locale: string): number | string | null {
  const dense = text.replace(/[\s\u202f\u00a0]/g, '');
  if (dense === '') return null;
  const plain = dense.replace(pointOf(locale), '.').replace('−', '-');
  if (!/^[+-]?(?:\d+(?:\.\d*)?|\.\d+)$/.test(plain)) return text;
  return plain.replace(/\D/g, '').length > 15 ? text : Number(plain);
}

export function writeNumber(value: unknown, locale: string): string {
  if (typeof value === 'number') return String(value).replace('.', pointOf(locale));
  return typeof value === 'string' ? value : '';
}

/** Parsed JSON; null for empty; the text itself if it is invalid. */
export function readJson(text: string): unknown {
  if (text.trim() === '') return null;
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

export function writeJson(value: unknown): string {
  if (value === null || value === undefined) return '';
  return typeof value === 'string' ? value : JSON.stringify(value, null, 2);
}

/** One text per non-empty line. */
export function readLines(text: string): string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
}

export function writeLines(value: unknown): string {
  return Array.isArray(value) ? value.join('\n') : '';
}
