/** Texts of users, with web addresses as links. */

interface Piece {
  readonly text: string;
  /** Whether it is a web address. */
  readonly isLink: boolean;
}

/** Only the schemes of the web: `javascript:` and the like remain text. */
const address = /https?:\/\/[^\s<>"]+/g;

/** Splits a text into pieces. Punctuation at the end of a sentence is not part of an address. */
export function piecesOf(text: string): Piece[] {
  const pieces: Piece[] = [];
  let end = 0;
  for (const { 0: found, index } of text.matchAll(address)) {
    const link = withoutEnd(found);
    if (!URL.canParse(link)) continue;
    if (index > end) pieces.push({ text: text.slice(end, index), isLink: false });
    pieces.push({ text: link, isLink: true });
    end = index + link.length;
  }
  if (end < text.length) pieces.push({ text: text.slice(end), isLink: false });
  return pieces;
}

const ends = new Set(".,;:!?)]'’»");

function withoutEnd(link: string): string {
  let end = link.length;
  while (ends.has(link.charAt(end - 1))) end -= 1;
  return link.slice(0, end);
}
