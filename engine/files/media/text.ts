/** Plain text: valid UTF-8 without control characters. */
import type { ByteSource } from '../source.ts';

/** Control characters except tab, line feed and carriage return. */
const controlCharacter = /[^\P{Cc}\t\n\r]/u;

/**
 * Passes a text on unchanged, as far as it is valid.
 *
 * @returns whether all of it is text
 */
export async function* walkText(source: ByteSource): AsyncGenerator<Buffer, boolean> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  try {
    for await (const bytes of source.rest()) {
      if (controlCharacter.test(decoder.decode(bytes, { stream: true }))) return false;
      yield bytes;
    }
    return !controlCharacter.test(decoder.decode());
  } catch (error) {
    if (error instanceof TypeError && 'code' in error && error.code === 'ERR_ENCODING_INVALID_ENCODED_DATA')
      return false;
    throw error;
  }
}
