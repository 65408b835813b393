/** How the time of a reader grows with its input, as a ratio of times, so that a slow machine causes no failure. */

/** The ratio of the sizes of the two texts. */
const times = 8;
/** A round costs as much as reading two large texts; the minimum of several rounds removes noise. */
const rounds = 12;
/** Linear work gives 1, quadratic work up to 8. */
const clearlyLinear = 1.8;
const clearlyMore = 4;

/**
 * The time to read one text, relative to reading eight texts of an eighth of its size: 1 for linear work, 8 for quadratic work.
 * Measured until the result is clear.
 *
 * @param make a text of so many characters
 */
export async function growthOf(
  read: (text: string) => unknown,
  make: (size: number) => string,
  most: number,
): Promise<number> {
  const [large, small] = [make(most), make(most / times)];
  let [leastLarge, leastSmall] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
  for (let round = 0; round < rounds; round += 1) {
    leastSmall = Math.min(leastSmall, await costOf(read, small, times));
    leastLarge = Math.min(leastLarge, await costOf(read, large, 1));
    const growth = leastLarge / leastSmall;
    if (growth < clearlyLinear) return growth;
  }
  return leastLarge / leastSmall;
}

export function isLinear(growth: number): boolean {
  return growth < clearlyMore;
}

/** Processor time, which depends less on other processes than elapsed time. */
async function costOf(read: (text: string) => unknown, text: string, repeated: number): Promise<number> {
  const before = process.cpuUsage();
  for (let time = 0; time < repeated; time += 1) {
    try {
      await read(text);
    } catch {
      // A refusal does not matter here.
    }
  }
  const { user, system } = process.cpuUsage(before);
  return user + system;
}

/** Hard cases for readers: repeated pieces, with various beginnings and ends. */
const pieces: readonly (string | ((at: number) => string))[] = [
  ...[' ', '\t', '\n', '\r\n', ',', ', ', ';', '; ', '=', 'a=', '&', '&a', '?', ':', '*', '+', '-', '_', "'"],
  ...['"', '\\', '\\"', '",', '"a,', '/', '//', '.', '.a', 'a.', '0', '10', '1e', '[', '{', '[{', '(', '[a]'],
  ...[
    '%',
    '%20',
    '%CC%81',
    '%CC%A3%CC%81',
    '\u0301',
    '\u0301\u0323',
    '\u0323\u0301',
    '\u0130',
    'Σ\u0301',
    '😀',
  ],
  ...[
    'a',
    'a ',
    ' a',
    'a,',
    'aa,"',
    'a@',
    'W/"',
    'Edg',
    'q=0,',
    'en-',
    'a/b;q="',
    '$0,',
    '::',
    '{a}',
    '\u0000',
  ],
  ...["entry '", " for key '", 'null,', '=1+', '<a', 'T00:'],
  (at) => `&k${at}`,
  (at) => `,k${at}`,
  (at) => `,${at}`,
  (at) => ` w${at}`,
  (at) => `,"k${at}":${at}`,
];
const ends: readonly (readonly [string, string])[] = [
  ['', ''],
  ['1', '1'],
  ['a', '!'],
  ['"', 'x'],
];

export interface Shape {
  readonly name: string;
  /** A text of this length, or slightly shorter. */
  make(size: number): string;
}

/** Texts that were the worst case of some reader. Out-of-order accents are split into halves. */
export const worstShapes: readonly Shape[] = [
  ...pieces.flatMap((piece) =>
    ends.map(([start, end]) => ({
      name: `${JSON.stringify(start)} ${JSON.stringify(typeof piece === 'string' ? piece : piece(7))}… ${JSON.stringify(end)}`,
      make: (size: number) => {
        if (typeof piece === 'string')
          return `${start}${piece.repeat(Math.max(1, Math.floor((size - 2) / piece.length)))}${end}`;
        let middle = '';
        for (let at = 0; middle.length < size - 2; at += 1) middle += piece(at);
        return `${start}${middle.slice(0, size - 2)}${end}`;
      },
    })),
  ),
  {
    name: 'accents above, then below',
    make: (size) => `a${'\u0301'.repeat(size / 2 - 1)}${'\u0323'.repeat(size / 2)}`,
  },
];
