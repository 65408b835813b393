/** Random bytes: the intake ends, refuses with its own error or keeps no more than it got, and a second pass changes nothing. */
import { expect } from 'chai';
import fc from 'fast-check';
import { Failure } from '../../../../../engine/failure.ts';
import { Intake } from '../../../../../engine/features/files/intake.ts';
import {
  box,
  gif,
  heic,
  heicPixels,
  heicPlaces,
  jpeg,
  jpegCoding,
  png,
  secret,
  segment,
  webp,
  zip,
} from '../../../../harness/pictures.ts';
import { announceSeed, search } from '../../../../harness/random/search.ts';

/** What is kept, in chunks of a size; null where it is refused. */
async function keep(bytes: Buffer, size: number): Promise<{ kept: Buffer; type: string } | null> {
  let asked = 0;
  async function* chunks() {
    for (let at = 0; at < bytes.length; at += size) {
      asked += 1;
      yield bytes.subarray(at, at + size);
    }
  }
  const intake = new Intake(chunks(), 'x.txt', { field: 'file' });
  const kept: Buffer[] = [];
  try {
    for await (const chunk of intake) kept.push(Buffer.from(chunk));
  } catch (error) {
    if (error instanceof Failure && error.status === 422 && error.errors?.file) return null;
    throw error;
  }
  expect(asked, 'all of it is read').to.equal(Math.ceil(bytes.length / size));
  return { kept: Buffer.concat(kept), type: intake.taken.type };
}

const full = { metadata: true, orientation: 6, profile: true, behind: Buffer.alloc(200, '<') } as const;
const seeds: readonly Buffer[] = [
  jpeg(full),
  png(full),
  webp(full),
  gif(full),
  heic({ metadata: true, turned: 1 }),
  zip({ '[Content_Types].xml': '', 'word/document.xml': '<w/>' }),
  zip({ mimetype: 'application/vnd.oasis.opendocument.text' }),
  Buffer.from('text é😀\n'),
];

/** Some bytes of a file made others, cut out, or doubled. */
const change = fc.oneof(
  fc.record({ at: fc.nat(), bytes: fc.uint8Array({ minLength: 1, maxLength: 4 }), cut: fc.constant(-1) }),
  fc.record({
    at: fc.nat(),
    bytes: fc.constantFrom(...[0, 1, 0x7f, 0xff].map((byte) => new Uint8Array(4).fill(byte))),
    cut: fc.constant(-1),
  }),
  fc.record({ at: fc.nat(), bytes: fc.uint8Array({ maxLength: 20, size: 'max' }), cut: fc.nat(20) }),
);
type Change = typeof change extends fc.Arbitrary<infer Value> ? Value : never;

function changed(file: Buffer, changes: readonly Change[]): Buffer {
  let now = file;
  for (const { at, bytes, cut } of changes) {
    const from = at % (now.length + 1);
    now = Buffer.concat([now.subarray(0, from), bytes, now.subarray(from + (cut < 0 ? bytes.length : cut))]);
  }
  return now;
}

const files = fc.oneof(
  fc
    .tuple(fc.constantFrom(...seeds), fc.array(change, { maxLength: 4, size: 'max' }))
    .map(([file, changes]) => changed(file, changes)),
  fc
    .tuple(fc.constantFrom(...seeds), fc.uint8Array({ maxLength: 200, size: 'max' }), fc.nat(40))
    .map(([file, bytes, from]) => Buffer.concat([file.subarray(0, from), bytes])),
);

describe('files of chance', () => {
  before(announceSeed);

  it('are refused or kept, the same in chunks of any size, and are then what is kept', async () => {
    await search('files', fc.tuple(files, fc.integer({ min: 1, max: 64 })), 1500, async ([file, size]) => {
      const [small, whole] = [await keep(file, size), await keep(file, Math.max(file.length, 1))];
      expect(small).to.deep.equal(whole);
      if (!whole) return;
      expect(whole.kept.length, 'nothing grows').to.be.at.most(file.length);
      expect((await keep(whole.kept, 1000))?.kept.equals(whole.kept)).to.equal(true);
    });
  });

  it('keep the data for their decoder, with anything between and behind', async () => {
    const added = fc.array(
      fc.tuple(
        fc.constantFrom(0xe0, 0xe1, 0xe3, 0xed, 0xef, 0xfe),
        fc.uint8Array({ maxLength: 300, size: 'max' }),
      ),
      { maxLength: 6, size: 'max' },
    );
    await search(
      'jpeg',
      fc.tuple(added, fc.uint8Array({ maxLength: 300, size: 'max' })),
      300,
      async ([parts, behind]) => {
        const segments = parts.map(([marker, body]) => segment(marker, body));
        const coding = jpegCoding();
        const mixed = coding
          .slice(0, 4)
          .flatMap((part, index) => [...segments.slice(index, index + 1), part]);
        const ends = Buffer.from([0xff, 0xd8, 0xff, 0xd9]);
        const all = [
          ends.subarray(0, 2),
          ...mixed,
          ...coding.slice(4),
          ...segments.slice(4),
          ends.subarray(2),
        ];
        const result = await keep(Buffer.concat([...all, behind]), 50);
        expect(result?.kept.toString('hex')).to.equal(
          Buffer.concat([ends.subarray(0, 2), ...coding, ends.subarray(2)]).toString('hex'),
        );
      },
    );
  });

  it('of HEIC keep the picture and nothing that hides beside it, or are refused', async () => {
    const names = [
      ...[
        'free',
        'skip',
        'uuid',
        'udta',
        'meta',
        'xml ',
        'bxml',
        'dinf',
        'ipro',
        'idat',
        'mdat',
        'moov',
        'mpvd',
      ],
      ...[
        'infe',
        'iref',
        'auxC',
        'udes',
        'altt',
        'mdft',
        'ispe',
        'irot',
        'pixi',
        'thmb',
        'altr',
        'Exif',
        'abcd',
      ],
    ];
    const hiding = Buffer.from(secret);
    const content = fc
      .tuple(fc.uint8Array({ maxLength: 16, size: 'max' }), fc.uint8Array({ maxLength: 4 }))
      .map(([before, behind]) => Buffer.concat([before, hiding, behind]));
    const boxes = fc.oneof(
      content,
      fc.tuple(fc.constantFrom(...names), content).map(([name, bytes]) => box(name, bytes)),
      fc
        .tuple(fc.constantFrom(...names), fc.constantFrom(...names), content)
        .map(([name, inner, bytes]) => box(name, box(inner, bytes))),
    );
    const places = fc.oneof(
      fc.tuple(fc.constantFrom(...heicPlaces.boxes), boxes),
      fc.tuple(fc.constantFrom(...heicPlaces.bytes), content),
    );
    const seen = new Set<string>();
    await search(
      'heic',
      fc.tuple(places, fc.boolean(), fc.nat(64)),
      2000,
      async ([[place, bytes], metadata, size]) => {
        const made = heic({ metadata, hidden: { [place]: bytes } });
        const result = await keep(made, size + 1);
        if (!result) return;
        seen.add(place);
        expect([result.kept.length, result.kept.includes(hiding)], place).to.deep.equal([made.length, false]);
        const at = made.lastIndexOf(heicPixels);
        expect(result.kept.subarray(at, at + heicPixels.length).equals(heicPixels), place).to.equal(true);
        expect((await keep(result.kept, 1000))?.kept.equals(result.kept), place).to.equal(true);
      },
    );
    // Some are refused wherever they are.
    expect([...seen]).to.include.members([
      'behindList',
      'list',
      'parts',
      'properties',
      'inList',
      'inData',
      'name',
    ]);
  });

  it('of a HEIC keep the bits of its channels, and no text in their place', async () => {
    const text = Buffer.concat([Buffer.from('\0\0\0\0'), Buffer.from([secret.length]), Buffer.from(secret)]);
    for (const [content, isKept] of [
      [Buffer.from([0, 0, 0, 0, 3, 8, 8, 8]), true],
      [Buffer.from(secret), false],
      [text, false],
    ] as const) {
      const result = await keep(heic({ hidden: { properties: box('pixi', content) } }), 1000);
      expect(result?.kept.includes(content), String(content)).to.equal(isKept);
    }
  });
});
