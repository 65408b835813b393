/** GIF (89a): keeps its frames, its repetitions and its colour profile. */
import { type ByteSource, damagedPicture, type Measures, requireMeasures } from '../source.ts';

const blocks = { extension: 0x21, frame: 0x2c, end: 0x3b };
const extensions = { control: 0xf9, application: 0xff };
/** Application names of the extension with the repetitions. */
const loops = ['NETSCAPE2.0', 'ANIMEXTS1.0'];
const profile = 'ICCRGBG1012';

/**
 * Passes a GIF on, up to its end, without comments and application data.
 *
 * @returns its size
 * @throws FileRefusal if it is damaged, or one of its frames is too large
 */
export async function* walkGif(source: ByteSource): AsyncGenerator<Buffer, Measures> {
  const head = await source.take(13);
  yield head;
  const screen = { width: head.readUInt16LE(6), height: head.readUInt16LE(8) };
  yield* source.pass(tableBytes(head[10]));
  let frames = 0;
  for (;;) {
    await source.beginPart();
    const [block] = await source.take(1);
    if (block === blocks.end) {
      if (frames === 0) throw damagedPicture();
      yield Buffer.from([blocks.end]);
      return screen;
    }
    if (block === blocks.frame) {
      frames += 1;
      const frame = await source.take(9);
      requireMeasures({
        width: frame.readUInt16LE(0) + frame.readUInt16LE(4),
        height: frame.readUInt16LE(2) + frame.readUInt16LE(6),
      });
      yield Buffer.from([block, ...frame]);
      // Its colour table, and the initial code length in bits.
      yield* source.pass(tableBytes(frame[8]) + 1);
      yield* passParts(source);
    } else if (block === blocks.extension) {
      yield* walkExtension(source);
    } else {
      throw damagedPicture();
    }
  }
}

/** The length of a colour table, from its packed byte. */
function tableBytes(packed = 0): number {
  return packed & 0x80 ? 3 * 2 ** ((packed & 7) + 1) : 0;
}

async function* walkExtension(source: ByteSource): AsyncGenerator<Buffer, void> {
  const [label = 0] = await source.take(1);
  const [length = 0] = await source.hold(1);
  const first = await source.take(length + 1);
  const name = first.toString('latin1', 1);
  const start = Buffer.concat([Buffer.from([blocks.extension, label]), first]);
  if (label === extensions.control && length === 4) {
    yield start;
    yield Buffer.alloc(1);
    await skipParts(source);
  } else if (label === extensions.application && loops.includes(name)) {
    const loop = await source.hold(4);
    // A part of three bytes: 1, and the repetitions.
    if (loop[0] === 3 && loop[1] === 1 && loop.length >= 4)
      yield Buffer.concat([start, loop.subarray(0, 4), Buffer.alloc(1)]);
    await skipParts(source);
  } else if (label === extensions.application && name === profile) {
    yield start;
    yield* passParts(source);
  } else if (length > 0) {
    await skipParts(source);
  }
}

/** Passes sub-blocks on, each after its length, including the empty one at the end. */
async function* passParts(source: ByteSource): AsyncGenerator<Buffer, void> {
  for (;;) {
    const held = await source.hold(1);
    const end = endOfParts(held);
    if (end > 0) yield source.shift(end);
    const [length] = await source.hold(1);
    if (length === undefined) throw damagedPicture();
    if (length === 0) {
      yield source.shift(1);
      return;
    }
    if (end === 0) yield await source.take(length + 1);
  }
}

/** How many of the buffered bytes are complete, non-empty sub-blocks. */
function endOfParts(held: Buffer): number {
  let at = 0;
  for (let length = held[at]; length; length = held[at]) {
    if (at + length + 1 > held.length) break;
    at += length + 1;
  }
  return at;
}

async function skipParts(source: ByteSource): Promise<void> {
  for await (const _ of passParts(source));
}
