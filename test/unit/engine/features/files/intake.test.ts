/** What is taken of files, and what is kept of them. */
import { expect } from 'chai';
import { Failure } from '../../../../../engine/failure.ts';
import { Intake, type IntakeTerms, type TakenFile } from '../../../../../engine/features/files/intake.ts';
import { growthOf, isLinear } from '../../../../harness/growth.ts';
import {
  box,
  ftyp,
  gif,
  heic,
  heicPixels,
  jpeg,
  jpegCoding,
  png,
  pngChunk,
  pngHead,
  riff,
  secret,
  webp,
  webpChunk,
  zip,
} from '../../../../harness/pictures.ts';

async function* inChunks(bytes: Buffer, size: number): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

async function drain(chunks: AsyncIterable<Buffer>): Promise<void> {
  for await (const _ of chunks);
}

interface Result extends TakenFile {
  readonly kept: Buffer;
}

/** The result for a file, the same with chunks of any size; the message if it is refused. */
async function take(bytes: Buffer, name = 'x', terms: Partial<IntakeTerms> = {}): Promise<Result | string> {
  const results: (Result | string)[] = [];
  for (const size of [1, 7, Math.max(bytes.length, 1)]) {
    const intake = new Intake(inChunks(Buffer.from(bytes), size), name, { field: 'file', ...terms });
    const kept: Buffer[] = [];
    try {
      for await (const chunk of intake) kept.push(Buffer.from(chunk));
      results.push({ ...intake.taken, kept: Buffer.concat(kept) });
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      const { errors = {} } = error.toBody('en');
      results.push(`${error.status} ${Object.keys(errors)}: ${Object.values(errors).flat()}`);
    }
  }
  expect(results[1]).to.deep.equal(results[0]);
  expect(results[2]).to.deep.equal(results[0]);
  return results[0] ?? '';
}

async function taken(bytes: Buffer, name?: string, terms?: Partial<IntakeTerms>): Promise<Result> {
  const result = await take(bytes, name, terms);
  if (typeof result === 'string') throw new Error(result);
  return result;
}

const damaged = '422 file: The picture is damaged.';
const untaken =
  /^422 file: This type of file is not taken\. Allowed: JPEG, PNG, .*ODP, text in UTF-8 \(\.txt, /;
const docx = { '[Content_Types].xml': '<Types/>', '_rels/.rels': '', 'word/document.xml': '<w/>' };
const openDocument = (kind: string) =>
  zip({ mimetype: `application/vnd.oasis.opendocument.${kind}`, 'content.xml': '<x/>' });
const video = (brand: string) => Buffer.concat([ftyp(brand, 'isom'), box('mdat', Buffer.alloc(20))]);

describe('types of files', () => {
  const files: readonly (readonly [type: string, file: Buffer, name: string])[] = [
    ['image/jpeg', jpeg(), 'a.jpg'],
    ['image/png', png(), 'a.png'],
    ['image/webp', webp(), 'a.webp'],
    ['image/gif', gif(), 'a.gif'],
    ['image/heic', heic(), 'a.heic'],
    ['image/heif', heic({ brand: 'mif1' }), 'a.heif'],
    ['image/avif', heic({ brand: 'avif' }), 'a.avif'],
    ['application/pdf', Buffer.from('%PDF-1.7\n%%EOF'), 'a.pdf'],
    ['video/mp4', video('mp42'), 'a.mp4'],
    ['video/quicktime', video('qt  '), 'a.mov'],
    ['application/vnd.openxmlformats-officedocument.wordprocessingml.document', zip(docx), 'a.docx'],
    [
      'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
      zip({ '[Content_Types].xml': '', 'xl/workbook.xml': '' }, 'a comment'),
      'a.xlsx',
    ],
    [
      'application/vnd.openxmlformats-officedocument.presentationml.presentation',
      zip({ 'ppt/presentation.xml': '', '[Content_Types].xml': '' }),
      'a.pptx',
    ],
    ['application/vnd.oasis.opendocument.text', openDocument('text'), 'a.odt'],
    ['application/vnd.oasis.opendocument.spreadsheet', openDocument('spreadsheet'), 'a.ods'],
    ['application/vnd.oasis.opendocument.presentation', openDocument('presentation'), 'a.odp'],
    ['text/plain', Buffer.from('\ufeffa;é\t😀\r\n'), 'a.csv'],
    ['text/plain', Buffer.from('<!DOCTYPE html><script>alert(1)</script>'), 'a.txt'],
  ];
  for (const [type, file, name] of files) {
    it(`${type} is told by its bytes`, async () => {
      expect(await taken(file, name)).to.include({ type, name });
      const images = ['image/jpeg', 'image/png', 'image/webp', 'image/gif'];
      expect((await taken(file, name)).isImage).to.equal(images.includes(type));
      if (type !== 'text/plain') expect(await taken(file, 'x.html')).to.include({ type });
    });
  }

  const refused: readonly (readonly [what: string, file: Buffer, name: string])[] = [
    ['nothing', Buffer.alloc(0), 'a.txt'],
    ['HTML as a picture', Buffer.from('<!DOCTYPE html><script>alert(1)</script>'), 'x.png'],
    ['SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), 'x.svg'],
    ['a script', Buffer.from('#!/bin/sh\n'), 'x.sh'],
    ['a program', Buffer.from('MZ\x90\0\x03'), 'x.txt'],
    ['text without its name', Buffer.from('text'), 'x'],
    ['text that is not UTF-8', Buffer.from([0x61, 0xe9, 0x62]), 'x.txt'],
    ['text cut off within a character', Buffer.from('é').subarray(0, 1), 'x.txt'],
    ['text with a control character', Buffer.from('a\x1b[31mb'), 'x.log'],
    ['text with a control character of two bytes', Buffer.from('a\u0085b'), 'x.log'],
    ['a plain archive', zip({ 'a.txt': 'a' }), 'x.docx'],
    ['an empty archive', zip({}), 'x.docx'],
    ['an archive cut off', zip(docx).subarray(0, -1), 'x.docx'],
    ['an archive with something behind', Buffer.concat([zip(docx), Buffer.from('<script>')]), 'x.docx'],
    ['an archive of two kinds', zip({ ...docx, 'xl/workbook.xml': '' }), 'x.docx'],
    ['a document with a program', zip({ ...docx, 'word/vbaProject.bin': '' }), 'x.docx'],
    ['a book', zip({ mimetype: 'application/epub+zip' }), 'x.odt'],
    ['an archive for Java', zip({ 'META-INF/MANIFEST.MF': '' }), 'x.odt'],
    ['sound', video('M4A '), 'x.mp4'],
    ['a raw picture', video('crx '), 'x.heic'],
    ['RIFF of another kind', Buffer.from('RIFF\x04\0\0\0WAVE'), 'x.webp'],
    ['WEBP without RIFF', Buffer.from('JUNK\x04\0\0\0WEBP'), 'x.webp'],
  ];
  for (const [what, file, name] of refused) {
    it(`${what} is not taken, and what is taken is told`, async () => {
      expect(await take(file, name)).to.match(untaken);
    });
  }

  it('may be fewer somewhere, on another field', async () => {
    const terms = { field: 'thumbnail', types: ['jpeg', 'png'] as const, longestSide: 512 };
    expect(await take(webp(), 'x', terms)).to.equal(
      '422 thumbnail: This type of file is not taken. Allowed: JPEG, PNG.',
    );
    for (const other of [zip(docx), Buffer.from('text')])
      expect(await take(other, 'x.txt', terms)).to.match(/^422 thumbnail: This type/);
    expect(await taken(png({ width: 512, height: 512 }), 'x', terms)).to.include({ width: 512 });
    expect(await take(png({ width: 513 }), 'x', terms)).to.match(/^422 thumbnail: .* 513 × 3 .* 512 a side/);
  });
});

const makers = { jpeg, png, webp, gif };
const polyglots: readonly Buffer[] = [zip(docx), Buffer.from('<script>alert(1)</script>'), video('mp42')];

describe('pictures', () => {
  for (const [name, make] of Object.entries(makers)) {
    it(`of ${name} lose all metadata and what is behind their end`, async () => {
      for (const behind of polyglots) {
        const { kept } = await taken(make({ metadata: true, orientation: 6, behind }));
        expect(kept.includes('SECRET')).to.equal(false);
        expect(kept.includes(behind.subarray(0, 12))).to.equal(false);
      }
    });

    it(`of ${name} keep the profile of their colours`, async () => {
      const [made, { kept }] = [
        make({ profile: true }),
        await taken(make({ profile: true, metadata: true })),
      ];
      const profile = name === 'png' ? 'iCCP' : 'a profile of colours';
      expect([made.includes(profile), kept.includes(profile)]).to.deep.equal([true, true]);
    });

    it(`of ${name} are not changed a second time`, async () => {
      const { kept } = await taken(make({ metadata: true, orientation: 6, profile: true }));
      expect((await taken(kept)).kept.equals(kept)).to.equal(true);
    });

    it(`of ${name} that are cut off anywhere are damaged`, async () => {
      const whole = make({ metadata: true, orientation: 6 });
      const most = name === 'gif' ? 6 : 12;
      for (let length = most; length < whole.length; length += 1)
        expect(await take(whole.subarray(0, length)), `${length} of ${whole.length}`).to.equal(damaged);
    });

    it(`of ${name} are limited by what their header says`, async () => {
      expect(await taken(make({ width: 15_000, height: 1 }))).to.include({ width: 15_000, height: 1 });
      if (name === 'webp') return;
      expect(await take(make({ width: 30_001, height: 1 }))).to.match(
        /^422 file: .* 30001 × 1 pixels\. At most 30000 a side and 120 /,
      );
      expect(await take(make({ width: 12_000, height: 10_001 }))).to.match(/12000 × 10001 pixels/);
      expect(await taken(make({ width: 12_000, height: 10_000 }))).to.include({ width: 12_000 });
    });
  }

  for (const name of ['jpeg', 'png', 'webp'] as const) {
    it(`of ${name} keep how they are turned, and tell their measures so`, async () => {
      for (const orientation of [1, 3, 6, 8, 9]) {
        const isOnSide = orientation === 6 || orientation === 8;
        const result = await taken(makers[name]({ orientation }));
        expect([result.width, result.height]).to.deep.equal(isOnSide ? [3, 4] : [4, 3]);
        const again = await taken(result.kept);
        expect([again.width, again.height]).to.deep.equal(isOnSide ? [3, 4] : [4, 3]);
      }
    });
  }

  it('of jpeg keep what they are decoded from byte by byte, without pictures in small', async () => {
    const { kept } = await taken(jpeg({ metadata: true, orientation: 1 }));
    const parts = Buffer.concat([...jpegCoding(), Buffer.from([0xff, 0xd9])]);
    const head = Buffer.from(
      '\xff\xd8\xff\xe0\0\x10JFIF\0\x01\x01\0\0\x48\0\x48\0\0\xff\xee\0\x0eAdobe\0\x64\0\0\0\0\x01',
      'latin1',
    );
    expect(kept.toString('hex')).to.equal(Buffer.concat([head, parts]).toString('hex'));
  });

  it('of jpeg are turned by the first orientation before their pixels only, as decoders do', async () => {
    const [upright, turned] = [jpeg(), jpeg({ orientation: 6 })];
    const turning = turned.subarray(turned.indexOf('ffe1', 0, 'hex'), turned.indexOf('ffee', 0, 'hex'));
    const late = Buffer.concat([upright.subarray(0, -2), turning, upright.subarray(-2)]);
    expect(turning.includes('Exif')).to.equal(true);
    expect(await taken(late)).to.include({ width: 4, height: 3 });
    expect((await taken(late)).kept.includes('Exif')).to.equal(false);
  });

  it('of png keep what they are decoded from byte by byte', async () => {
    expect((await taken(png({ metadata: true }))).kept.equals(png())).to.equal(true);
  });

  it('of gif keep what they are decoded from byte by byte', async () => {
    expect((await taken(gif({ metadata: true }))).kept.equals(gif())).to.equal(true);
  });

  it('of webp keep their length, and what they are decoded from where it is', async () => {
    const [with_, without] = [webp({ metadata: true }), webp()];
    const { kept } = await taken(with_);
    expect(kept).to.have.lengthOf(with_.length);
    const pixels = (file: Buffer) => file.subarray(20, without.length);
    expect(pixels(kept).equals(pixels(without))).to.equal(true);
    expect(kept.toString('latin1', without.length)).to.match(/^(?:JUNK....\0+)+$/s);
    expect(kept[20], 'tells of no XMP').to.equal(0);
  });

  const canvas = (width: number, height: number) => {
    const body = Buffer.alloc(10);
    body.writeUIntLE(width - 1, 4, 3);
    body.writeUIntLE(height - 1, 7, 3);
    return webpChunk('VP8X', body);
  };
  const frame = Buffer.from('2f0300000000', 'hex');
  const odd: readonly (readonly [what: string, file: Buffer, problem: RegExp | string])[] = [
    ['webp on a canvas that is too large', riff(canvas(30_001, 1), webpChunk('VP8L', frame)), /30001 × 1/],
    [
      'webp with a frame that is too large',
      riff(canvas(4, 3), webpChunk('VP8L', Buffer.from('2fffffff0f00', 'hex'))),
      /16384 × 16384/,
    ],
    ['webp without a frame', riff(canvas(4, 3)), damaged],
    [
      'webp of frames within frames',
      riff(
        canvas(4, 3),
        webpChunk(
          'ANMF',
          Buffer.concat([
            Buffer.alloc(16),
            webpChunk('ANMF', Buffer.concat([Buffer.alloc(16), webpChunk('VP8L', frame)])),
          ]),
        ),
      ),
      damaged,
    ],
    [
      'png without pixels',
      Buffer.concat([pngHead, pngChunk('IHDR', Buffer.alloc(13, 1)), pngChunk('IEND', Buffer.alloc(0))]),
      damaged,
    ],
    [
      'png with a palette that is too long',
      Buffer.concat([png().subarray(0, 33), pngChunk('PLTE', Buffer.alloc(769)), png().subarray(33)]),
      damaged,
    ],
    ['png of no size', png({ width: 0 }), damaged],
    ['jpeg without a scan', Buffer.from('ffd8ffc2000b080003000401011100ffd9', 'hex'), damaged],
    [
      'jpeg with a scan before its frame',
      Buffer.from('ffd8ffda0008010100003f0011ffc2000b080003000401011100ffd9', 'hex'),
      damaged,
    ],
    [
      'jpeg with two frames',
      Buffer.from('ffd8ffc2000b080003000401011100ffc2000b080003000401011100ffd9', 'hex'),
      damaged,
    ],
    ['jpeg of no height', jpeg({ height: 0 }), damaged],
  ];
  for (const [what, file, problem] of odd) {
    it(`refuse ${what}`, async () => {
      if (typeof problem === 'string') expect(await take(file)).to.equal(problem);
      else expect(await take(file)).to.match(problem);
    });
  }

  it('are damaged if they have very many parts, and do not hold up the service', async () => {
    const made: readonly Buffer[] = [
      many(jpeg().subarray(0, 2), Buffer.from([0xff, 0xfe, 0, 2])),
      many(png().subarray(0, 33), pngChunk('tEXt', Buffer.alloc(0))),
      many(gif().subarray(0, -1), Buffer.from([0x21, 0xfe, 0])),
      many(heic(), box('free')),
      riff(webpChunk('VP8L', frame), many(Buffer.alloc(0), webpChunk('abcd', Buffer.alloc(0)))),
    ];
    for (const file of made) {
      let turns = 0;
      const counting = setInterval(() => {
        turns += 1;
      });
      const intake = new Intake(inChunks(file, file.length), 'x', { field: 'file' });
      const problem = await drain(intake).catch((error: unknown) => error);
      clearInterval(counting);
      expect(problem).to.be.an.instanceOf(Failure);
      expect(turns, 'turns of others').to.be.above(2);
    }
  });
});

const many = (start: Buffer, part: Buffer) => Buffer.concat([start, ...Array<Buffer>(100_001).fill(part)]);

describe('HEIC', () => {
  it('keeps its length, its pixels and its places; EXIF and XMP are overwritten where they are', async () => {
    const made = heic({ metadata: true });
    const { kept, type, width, height, isImage } = await taken(made);
    expect({ type, width, height, isImage, length: kept.length }).to.deep.equal({
      ...{ type: 'image/heic', width: 4, height: 3, isImage: false, length: made.length },
    });
    expect(made.toString('latin1').split('SECRET')).to.have.lengthOf(4);
    expect(kept.includes('SECRET')).to.equal(false);
    expect(kept.includes('2.2945')).to.equal(false);
    const at = made.indexOf(heicPixels);
    expect(kept.subarray(0, 100).equals(made.subarray(0, 100))).to.equal(true);
    expect(kept.subarray(at, at + heicPixels.length).equals(heicPixels)).to.equal(true);
    expect(kept.includes('<x:xmpmeta xmlns:x="adobe:ns:meta/"/> '), 'XMP that says nothing').to.equal(true);
    expect((await taken(kept)).kept.equals(kept)).to.equal(true);
  });

  it('without metadata is kept as it is', async () => {
    expect((await taken(heic())).kept.equals(heic())).to.equal(true);
  });

  it('tells its measures as it is shown', async () => {
    expect(await taken(heic({ turned: 1 }))).to.include({ width: 3, height: 4 });
    expect(await taken(heic({ turned: 2 }))).to.include({ width: 4, height: 3 });
    expect(await take(heic({ width: 30_001 }))).to.match(/30001 × 3 pixels/);
  });

  it('with its list of parts behind them is refused, and how it would be taken is told', async () => {
    expect(await take(heic({ late: true }))).to.equal(
      '422 file: This picture has its parts in an order that is not taken. Save it as a JPEG.',
    );
  });

  it('with a list of parts that is longer than any is damaged', async () => {
    const made = heic();
    const at = made.indexOf('meta') - 4;
    const length = made.readUInt32BE(at);
    const filling = box('free', Buffer.alloc(300_000));
    const long = Buffer.concat([made.subarray(0, at + length), filling, made.subarray(at + length)]);
    long.writeUInt32BE(length + filling.length, at);
    expect(await take(long.subarray(0, 100_000))).to.equal(damaged);
  });

  it('takes time in proportion to its bytes and boxes, and none once its request has ended', async () => {
    const read = (text: string) =>
      drain(new Intake(inChunks(Buffer.from(text, 'latin1'), 65_536), 'x', { field: 'file' }));
    const made = (pieces: number) => heic({ pieces }).toString('latin1');
    expect((await taken(heic({ pieces: 20 }))).kept.includes('some')).to.equal(false);
    /** Each piece reaches over all boxes. */
    const overlapping = (pieces: number) => {
      const file = heic({ pieces });
      const first = file.indexOf('iloc') + 4 + 8 + 16 + 8;
      for (let at = first; at < first + 8 * pieces; at += 8) {
        file.writeUInt32BE(file.readUInt32BE(first), at);
        file.writeUInt32BE(12 * pieces - 8, at + 4);
      }
      return file.toString('latin1');
    };
    const ofPicture = (text: string) => read(text.replace('Exif', 'hvc1'));
    for (const make of [made, overlapping])
      for (const one of [read, ofPicture]) expect(await growthOf(one, make, 2400)).to.satisfy(isLinear);
    const ended = new Error('The client has left.');
    const signal = {
      throwIfAborted: () => {
        throw ended;
      },
    };
    for (const file of [
      heic({ pieces: 9000 }),
      many(jpeg().subarray(0, 2), Buffer.from([0xff, 0xfe, 0, 2])),
    ]) {
      const reading = drain(new Intake(inChunks(file, 65_536), 'x', { field: 'file', signal }));
      expect(await reading.catch((error: unknown) => error)).to.equal(ended);
    }
  });

  it('is never left as it was with two meanings for one place, or parts out of place', async () => {
    const made = heic({ metadata: true });
    const places = made.indexOf('iloc') + 4 + 8;
    /** The position and the length of the EXIF. */
    const [from, length] = [places + 16 + 8, places + 16 + 12];
    for (const other of [
      made.readUInt32BE(places + 8),
      made.readUInt32BE(places + 8) + 8,
      30,
      made.length - 3,
      0xffffffff,
    ]) {
      const moved = Buffer.from(made);
      moved.writeUInt32BE(other, from);
      expect(await take(moved), `${other}`).to.equal(damaged);
    }
    made.writeUInt32BE(0xffffffff, length);
    expect(await take(made)).to.equal(damaged);
  });

  it('of pictures in sequence, or of other coders, is refused', async () => {
    expect(await take(heic({ behind: box('moov', box('udta', Buffer.from(secret))) }))).to.match(
      /sequence of pictures/,
    );
    const other = heic();
    other.write('jpeg', other.indexOf('hvc1'), 'latin1');
    expect(await take(other)).to.match(/parts of an unknown kind/);
    const required = heic({ hidden: { properties: box('udes', Buffer.from(secret)) } });
    const uses = required.indexOf('ipma') + 4 + 4 + 4 + 2;
    required[uses + 2] = 0x83;
    expect(await take(required)).to.match(/parts of an unknown kind/);
  });

  it('that is cut off is damaged', async () => {
    const whole = heic({ metadata: true });
    const end = whole.length - box('uuid', Buffer.from(secret)).length;
    for (let length = 24; length < whole.length; length += 1)
      if (length !== end) expect(await take(whole.subarray(0, length)), `${length}`).to.equal(damaged);
  });
});
