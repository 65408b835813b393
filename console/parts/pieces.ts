/** Texts that people wrote: addresses in them can be followed. */

interface Piece {
  readonly text: string;
  /** Whether it is an address of the web. */
  readonly isLink: boolean;
}

/** No other scheme than the web's: `javascript:` and the like stay text. */
const address = /https?:\/\/[^\s<>"]+/g;

/** A text in pieces that together are the text. What ends a sentence is no part of an address. */
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
