/** Texts for people: English in the code. They are translated when an answer is sent. */
import { createCache } from './memoize.ts';

/** A text in English and, if already looked up, in other languages. Labels become such texts. */
export interface Text {
  readonly en: string;
  readonly [language: string]: string;
}

/** An English text in a definition. Its translations are in `locales/`. */
export type English = string;

/** A language code as in `LOCALES`: `en`, `fr`, `pt-BR`. */
export type Language = string;

/** A moment or a day in a text. */
export interface Moment {
  /** ISO 8601; a day is shown without a time. */
  readonly at: string;
  /** IANA name. */
  readonly timezone: string;
  /** Whether the time zone is added, because the reader has another one. */
  readonly isNamed: boolean;
}

/** A string is a value and is not translated. A message or a label is translated, a moment shown as the language does. */
type One = string | number | Text | Message | Moment;
export type Param = One | readonly One[];

/** A text and the values of its `{placeholders}`. */
export interface Message {
  readonly text: Text;
  readonly params: Readonly<Record<string, Param>>;
}

/** English sentence → its translation. */
export type Translations = Readonly<Record<string, string>>;

const spoken = new Map<Language, ReadonlyMap<string, string>>();

/** Sets the languages beside English. It replaces those that were set before. */
export function speak(languages: Readonly<Record<Language, Translations>>): void {
  spoken.clear();
  for (const [language, words] of Object.entries(languages)) {
    spoken.set(language, new Map(Object.entries(words)));
  }
}

/** The languages in which the service answers. English is always the first. */
export function spokenLanguages(): Language[] {
  return ['en', ...spoken.keys()];
}

/**
 * Makes a message of an English sentence and the values of its placeholders: `say(texts.tooLong, { limit: 255 })`. Its
 * translations are in `locales/`.
 */
export function say(text: string | Text | Message, params: Readonly<Record<string, Param>> = {}): Message {
  if (typeof text === 'string') return { text: { en: text }, params };
  return isMessage(text) ? { text: text.text, params: { ...text.params, ...params } } : { text, params };
}

/**
 * Renders a message in a language. A locale such as `fr-CA` falls back to its first part if the whole is not supported. An
 * unsupported locale, and a sentence without a translation, fall back to English.
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
  if (isShownMoment(param)) return showMoment(param, language);
  return isMessage(param) ? render(param, language) : translate(param, language);
}

function isParamList(param: Exclude<Param, string | number>): param is readonly One[] {
  return Array.isArray(param);
}

function isShownMoment(param: Text | Message | Moment): param is Moment {
  return 'isNamed' in param;
}

function isMessage(param: Text | Message): param is Message {
  return typeof param.text === 'object';
}

/** The language for a locale: `fr` for `fr` and `fr-CA` if French is supported, else `en`. */
export function languageOf(locale: string): Language {
  const [language = ''] = locale.split('-');
  return [locale, language].find((one) => spoken.has(one)) ?? 'en';
}

/** A text with a capital letter, for use on its own in a form. */
export function heading(text: string | Text | Message, language: Language): string {
  const words = render(say(text), language);
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** A moment in the time zone of a row's site. @param reader whose current site may have another one */
export function momentAt(
  at: string,
  timezone: string,
  reader: { readonly site: { readonly timezone: string } | null },
): Moment {
  return { at, timezone, isNamed: timezone !== reader.site?.timezone };
}

/** Creating one takes as long as reading a row. */
const momentFormats = createCache<Intl.DateTimeFormat>(500);
const isoDay = 'YYYY-MM-DD'.length;

/** `1 Feb 2026, 08:00`. @param language a language of the service */
function showMoment({ at, timezone: timeZone, isNamed }: Moment, language: Language): string {
  const instant = new Date(at);
  if (Number.isNaN(instant.getTime())) return at;
  const isDay = at.length === isoDay;
  const format = momentFormats.get(`${language} ${timeZone} ${isNamed} ${isDay}`, () => {
    const day = { day: 'numeric', month: 'short', year: 'numeric', timeZone } as const;
    const time = { hour: '2-digit', minute: '2-digit', ...(isNamed && { timeZoneName: 'short' }) } as const;
    // Day before month, as in mails: an American date could be read as another day.
    const locale = language === 'en' ? 'en-GB' : language;
    return new Intl.DateTimeFormat(locale, isDay ? day : { ...day, ...time });
  });
  return format.format(instant);
}
