/** Texts for people: English in the code, translated only where an answer leaves. */

/** A text in English and, where it has been looked up already, in other languages: what a label is made into. */
export interface Text {
  readonly en: string;
  readonly [language: string]: string;
}

/** An English text in a definition: its translations stand in `locales/`. */
export type English = string;

/** A language by its code, as `LOCALES` has it: `en`, `fr`, `pt-BR`. */
export type Language = string;

/** A string is a value and stays as it is; a message or a label is translated. */
export type Param = string | number | Text | Message | readonly (string | number | Text | Message)[];

/** A text and what to put in its `{placeholders}`. */
export interface Message {
  readonly text: Text;
  readonly params: Readonly<Record<string, Param>>;
}

/** English sentence → what it is in another language. */
export type Translations = Readonly<Record<string, string>>;

const spoken = new Map<Language, ReadonlyMap<string, string>>();

/** Takes these languages beside English, in place of those there were. */
export function speak(languages: Readonly<Record<Language, Translations>>): void {
  spoken.clear();
  for (const [language, words] of Object.entries(languages)) {
    spoken.set(language, new Map(Object.entries(words)));
  }
}

/** The languages that texts are answered in; English is always the first. */
export function spokenLanguages(): Language[] {
  return ['en', ...spoken.keys()];
}

/**
 * Makes a message of an English sentence, with what to put in its placeholders: `say(texts.tooLong, { limit: 255 })`. What
 * it is in other languages stands in `locales/`.
 */
export function say(text: string | Text | Message, params: Readonly<Record<string, Param>> = {}): Message {
  if (typeof text === 'string') return { text: { en: text }, params };
  return isMessage(text) ? { text: text.text, params: { ...text.params, ...params } } : { text, params };
}

/**
 * Renders a message in a language. A locale such as `fr-CA` is read by its first part where the whole is not spoken; one
 * that the service does not speak falls back to English, and so does a sentence that a language has no words for.
 */
export function render(message: Message, locale: string): string {
  const language = languageOf(locale);
  return translate(message.text, language).replace(/\{(\w+)\}/g, (whole, name: string) => {
    const param = message.params[name];
    return param === undefined ? whole : renderParam(param, language);
  });
}

function translate(text: Text, language: Language): string {
  return text[language] ?? spoken.get(language)?.get(text.en) ?? text.en;
}

function renderParam(param: Param, language: Language): string {
  if (typeof param === 'string') return param;
  if (typeof param === 'number') return String(param);
  if (isParamList(param)) return param.map((part) => renderParam(part, language)).join(', ');
  return isMessage(param) ? render(param, language) : translate(param, language);
}

function isParamList<One>(param: Text | Message | readonly One[]): param is readonly One[] {
  return Array.isArray(param);
}

function isMessage(param: Text | Message): param is Message {
  return typeof param.text === 'object';
}

/** The language in which a locale is served: `fr` for `fr` and `fr-CA` where French is spoken, else `en`. */
export function languageOf(locale: string): Language {
  const [language = ''] = locale.split('-');
  return [locale, language].find((one) => spoken.has(one)) ?? 'en';
}

/** A text with a capital, as it stands alone in a form. */
export function heading(text: string | Text | Message, language: Language): string {
  const words = render(say(text), language);
  return words.charAt(0).toUpperCase() + words.slice(1);
}
