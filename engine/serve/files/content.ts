/**
 * How the bytes of a file are answered: all of them, one range (RFC 9110, 14), or none because the client has them. What people have sent
 * is shown by browsers in place where it is a picture, and runs nothing.
 */
import { matchesAnswer } from '../../read/etag.ts';

/** What is known of a file before its bytes are read. */
export interface ContentFacts {
  readonly name: string;
  /** Media type. */
  readonly type: string;
  readonly size: number;
  /** Hexadecimal. */
  readonly sha256: string;
  /** Whether every browser shows it as a picture. */
  readonly isImage: boolean;
}

/** What a request says about it; null for a header that it does not have. */
export interface ContentAsked {
  readonly ifNoneMatch: string | null;
  /** Null for HEAD, too. */
  readonly range: string | null;
  readonly ifRange: string | null;
  /** Whether it is to be saved, and not shown. */
  readonly download: boolean;
}

interface ContentAnswer {
  readonly status: 200 | 206 | 304 | 416;
  readonly headers: Readonly<Record<string, string>>;
  /** The bytes to send, from the first to the last; null for none. */
  readonly range: { readonly start: number; readonly end: number } | null;
}

/** What is asked of the bytes of a file, as an answer without them. */
export function contentAnswer(facts: ContentFacts, asked: ContentAsked): ContentAnswer {
  const { size, sha256 } = facts;
  const etag = `"${sha256}"`;
  // Asked for each time, so that a right which is taken away holds at once.
  const caching = { ETag: etag, 'Cache-Control': 'private, no-cache' };
  if (asked.ifNoneMatch !== null && matchesAnswer(asked.ifNoneMatch, etag))
    return { status: 304, headers: caching, range: null };
  // A date is never that of this file: it has none. A weak tag does not tell that the bytes are the same.
  const isSame = asked.ifRange === null || asked.ifRange.trim() === etag;
  const range = isSame && asked.range !== null ? rangeOf(asked.range, size) : null;
  if (range === 'out of reach')
    return { status: 416, headers: { 'Content-Range': `bytes */${size}` }, range: null };
  const { start, end } = range ?? { start: 0, end: size - 1 };
  const headers = {
    ...caching,
    'Content-Type': facts.type === 'text/plain' ? 'text/plain; charset=utf-8' : facts.type,
    'Content-Length': String(end - start + 1),
    'Content-Disposition': disposition(facts, asked.download),
    'Accept-Ranges': 'bytes',
    'X-Content-Type-Options': 'nosniff',
    'Content-Security-Policy': "default-src 'none'; sandbox",
    'Cross-Origin-Resource-Policy': 'same-site',
  };
  if (range === null) return { status: 200, headers, range: { start, end } };
  return { status: 206, headers: { ...headers, 'Content-Range': `bytes ${start}-${end}/${size}` }, range };
}

/** One range of bytes; null for several, and for what is none: then all of them are sent. */
function rangeOf(header: string, size: number): { start: number; end: number } | 'out of reach' | null {
  const [, first = '', last = ''] = /^bytes=[ \t]*(\d*)-(\d*)[ \t]*$/i.exec(header) ?? [];
  if (first === '' && last === '') return null;
  if (first === '') {
    const length = Math.min(Number(last), size);
    return length === 0 ? 'out of reach' : { start: size - length, end: size - 1 };
  }
  const [start, end] = [Number(first), last === '' ? size - 1 : Number(last)];
  if (last !== '' && end < start) return null;
  return start >= size ? 'out of reach' : { start, end: Math.min(end, size - 1) };
}

/** Saved under its name (RFC 6266), which old clients read without its special characters. */
function disposition({ name, isImage }: ContentFacts, download: boolean): string {
  const plain = name.replace(/[^\x20-\x7e]|["\\%]/gu, '_');
  const exact = encodeURIComponent(name.toWellFormed()).replace(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  const shown = isImage && !download ? 'inline' : 'attachment';
  return `${shown}; filename="${plain}"${plain === name ? '' : `; filename*=UTF-8''${exact}`}`;
}
