/** The headers of answers, each described once. */

export const sharedHeaders = {
  ETag: {
    description:
      'The version of the row, for `If-Match` and `If-None-Match`; of a description, for `If-None-Match` alone. The same ' +
      'however the answer is compressed.',
    schema: { type: 'string', examples: ['"3-oHc5dbCvbR9sPqAb"'] },
  },
  Location: {
    description: 'The address of the new row. A dry run has none.',
    schema: { type: 'string', format: 'uri' },
    optional: true,
  },
  'Retry-After': {
    description: 'Seconds after which another attempt makes sense.',
    schema: { type: 'string', pattern: '^[0-9]+$', examples: ['42'] },
  },
  'Content-Language': {
    description: 'The language of the words for people.',
    schema: { type: 'string', examples: ['en'] },
    optional: true,
  },
  RateLimit: {
    description:
      'What is left of each limit that the request counts for: `r` more, in the next `t` seconds. Not there where nothing was counted.',
    schema: { type: 'string', examples: ['"login";r=4;t=60, "login-hour";r=49;t=3600'] },
    optional: true,
  },
  'RateLimit-Policy': {
    description: 'Each of these limits: `q` in `w` seconds, or `q` at once (`qu="concurrent-requests"`).',
    schema: { type: 'string', examples: ['"login";q=5;w=60, "login-hour";q=50;w=3600'] },
    optional: true,
  },
  'Idempotent-Replayed': {
    description: '`true` where the answer is the first one to an `Idempotency-Key`, given again.',
    schema: { type: 'string', const: 'true' },
    optional: true,
  },
  'Preference-Applied': {
    description: 'Says that nothing was written, where `Prefer: dry-run` was asked.',
    schema: { type: 'string', const: 'dry-run' },
    optional: true,
  },
  Allow: {
    description: 'The methods that the path has.',
    schema: { type: 'string', examples: ['GET, POST'] },
  },
  'Content-Disposition': {
    description: 'A name for the file: of a list with the day at the current site.',
    schema: { type: 'string', examples: ['attachment; filename="zones-2026-01-31.csv"'] },
    optional: true,
  },
  'Content-Range': {
    description: 'Which bytes these are, and of how many.',
    schema: { type: 'string', examples: ['bytes 0-1023/20480'] },
  },
  'Accept-Ranges': {
    description: 'That a range of the bytes can be asked for.',
    schema: { type: 'string', const: 'bytes' },
  },
  'X-Request-Id': {
    description: 'Finds the request in the log; one that a proxy has given is kept.',
    schema: { type: 'string', examples: ['6f1c0c5e-7f0b-4a53-9a68-1de3e86c9a51'] },
  },
} as const satisfies Record<
  string,
  { description: string; schema: Readonly<Record<string, unknown>>; optional?: boolean }
>;

export type SharedHeader = keyof typeof sharedHeaders;

/** For answers of limited endpoints. */
export const limitHeaders = ['RateLimit', 'RateLimit-Policy'] as const satisfies readonly SharedHeader[];
