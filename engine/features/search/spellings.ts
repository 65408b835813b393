/** The spellings of one code: as it was typed, and as labels, scanners and other keyboards write it. */

/** What labels print for a hyphen. */
const hyphens = ['-', '\u2010', '\u2011', '\u2013'];
const anyHyphen = /[\u2010-\u2014\u2212]/gu;
/** The name of the kind of code that a scanner puts before it (ISO/IEC 15424): `]C1`. */
const prefix = /^\][A-Za-z][0-9A-Za-z]/u;
/** The distance of full-width letters from the plain ones. */
const wider = 0xfee0;

/** The code as typed first, then others of the same meaning, without duplicates. */
export function spellingsOf(code: string): string[] {
  const plain = code.normalize('NFKC').replace(anyHyphen, '-').trim();
  const bare = plain.replace(prefix, '').trim();
  const alike = [plain, bare].filter((text) => text !== '');
  const dashed = alike.flatMap((text) =>
    text.includes('-') ? hyphens.map((hyphen) => text.replaceAll('-', hyphen)) : [],
  );
  return [...new Set([code, ...alike, ...dashed, ...alike.map(widened)])];
}

function widened(text: string): string {
  return text.replace(/[!-~]/gu, (letter) => String.fromCharCode(letter.charCodeAt(0) + wider));
}
