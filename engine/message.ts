/** Texts for people, in every language the service speaks, rendered only where an answer leaves. */

/** One text per language. A language that is missing here does not compile. */
export interface Text {
  readonly en: string;
  readonly fr: string;
}

export type Language = keyof Text;

export type Param = string | number | Text | readonly (string | number | Text)[];

/** A text and what to put in its `{placeholders}`. */
export interface Message {
  readonly text: Text;
  readonly params: Readonly<Record<string, Param>>;
}

/** Joins a text with its parameters: `say(texts.tooLong, { max: 255 })`. */
export function say(text: Text, params: Readonly<Record<string, Param>> = {}): Message {
  return { text, params };
}

/**
 * Renders a message in a language. A locale such as `fr-CA` is read by its first part; one that the
 * service does not speak falls back to English.
 */
export function render(message: Message, locale: string): string {
  const language = languageOf(locale);
  return message.text[language].replace(/\{(\w+)\}/g, (whole, name: string) => {
    const param = message.params[name];
    return param === undefined ? whole : renderParam(param, language);
  });
}

function renderParam(param: Param, language: Language): string {
  if (typeof param === 'string') return param;
  if (typeof param === 'number') return String(param);
  if (isText(param)) return param[language];
  return param.map((part) => renderParam(part, language)).join(', ');
}

function isText(param: Text | readonly unknown[]): param is Text {
  return !Array.isArray(param);
}

/** The language in which a locale is served: `fr` for `fr` and `fr-CA`, else `en`. */
export function languageOf(locale: string): Language {
  return locale.split('-')[0] === 'fr' ? 'fr' : 'en';
}

/** A text with a capital, as it stands alone in a form. */
export function heading(text: Text, language: Language): string {
  const words = render(say(text), language);
  return words.charAt(0).toUpperCase() + words.slice(1);
}
