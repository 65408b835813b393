/** The token in the address of a request point, and the reference of a request for its sender. */
import { randomBytes } from 'node:crypto';
import type { Services } from '../../engine/kinds/services.ts';

declare module '../../engine/kinds/services.ts' {
  interface Services {
    /** Makes the token of a request point: 128 random bits. */
    newRequestToken(): string;
  }
}

export const requestServices: Pick<Services, 'newRequestToken'> = {
  newRequestToken: () => randomBytes(16).toString('base64url'),
};

/** Crockford's alphabet: its letters are not confused with each other. */
const letters = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
/** Letters for 60 bits. */
const length = 12;

/** Makes the reference of a request, `7K3M-9QZT-0V4X`: 60 random bits. */
export function newReference(): string {
  const code = [...randomBytes(length)].map((byte) => letters[byte % letters.length]).join('');
  return grouped(code);
}

/**
 * Normalises a reference: letters of either case, with or without hyphens, `O` for 0, and `I` or `L` for 1. Null if it is
 * invalid.
 */
export function readReference(written: string): string | null {
  if (written.length > 4 * length) return null;
  const code = written.toUpperCase().replaceAll(/[-\s]/g, '').replaceAll('O', '0').replaceAll(/[IL]/g, '1');
  return code.length === length && [...code].every((letter) => letters.includes(letter))
    ? grouped(code)
    : null;
}

const grouped = (code: string): string => code.match(/.{4}/g)?.join('-') ?? code;
