/** Makes HTML out of text. Nothing else does: text becomes part of a page only here, escaped. */

/** HTML. Only this file makes it. */
class Markup {
  constructor(readonly text: string) {}
  toString(): string {
    return this.text;
  }
}
export type Html = Markup;

/** Text is escaped, HTML is not; `null` and `false` are left out. */
type Part = string | number | Html | null | false | readonly Part[];

/** HTML with parts, as content or as the value of an attribute in quotes: `html`<p title="${title}">${text}</p>``. */
export function html(written: TemplateStringsArray, ...parts: readonly Part[]): Html {
  return new Markup(
    written.reduce((before, after, index) => before + escaped(parts[index - 1] ?? null) + after),
  );
}

/** The HTML of a file of ours, with parts in place of each `{name}`. */
export function fillHtml(written: string, parts: Readonly<Record<string, Part>>): Html {
  const known = new Map(Object.entries(parts));
  return new Markup(written.replace(/\{(\w+)\}/g, (place, name) => escaped(known.get(name) ?? place)));
}

function escaped(part: Part): string {
  if (part === null || part === false) return '';
  if (part instanceof Markup) return part.text;
  if (typeof part === 'object') return part.map(escaped).join('');
  return String(part).replace(/[&<>"']/g, (letter) => `&#${letter.charCodeAt(0)};`);
}
