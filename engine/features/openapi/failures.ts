/** The error answers: one shared answer for each code of the table in `failure.ts`. */
import type { SharedHeader } from '../../describe/openapi/headers.ts';
import { type Endpoint, limitHeaders, schemaRef } from '../../describe/openapi/spec.ts';
import { type FailureCode, failureCodes, failures } from '../../failure.ts';

/** Failures of every endpoint behind the limits of the service. */
const usual: readonly FailureCode[] = ['validation_failed', 'rate_limited', 'internal', 'unavailable'];

/** Every failure of an endpoint: those that it names, and those that its access and body imply. */
export function failuresOf({ access, body, failures: named = [], bare }: Endpoint): FailureCode[] {
  const all = new Set<FailureCode>([...named, ...(bare ? [] : usual)]);
  if (access === 'session' || access === 'token') all.add('unauthenticated');
  if (access === 'token' || access === 'visitor') all.add('csrf_mismatch');
  if (body) {
    const isMultipart = body.type === 'multipart/form-data';
    if (!isMultipart) all.add('malformed_json');
    if (isMultipart || body.form) all.add('malformed_multipart').add('request_timeout');
    all.add('payload_too_large').add('unsupported_media_type');
  }
  return failureCodes.filter((code) => all.has(code));
}

export function statusOf(code: FailureCode): number {
  return failures[code][0];
}

/** `csrf_mismatch` → `CsrfMismatch`, the name of its shared answer. */
export function answerName(code: FailureCode): string {
  return code.replace(/(?:^|_)([a-z])/g, (_, letter: string) => letter.toUpperCase());
}

const headersOf: Partial<Record<FailureCode, readonly SharedHeader[]>> = {
  method_not_allowed: ['Allow'],
  rate_limited: ['Retry-After', ...limitHeaders],
  range_not_satisfiable: ['Content-Range'],
  unavailable: ['Retry-After'],
  // For sign-in, and for passwords and codes that are confirmed: a wrong one counts.
  validation_failed: limitHeaders,
};

const examples: Partial<Record<FailureCode, Readonly<Record<string, unknown>>>> = {
  conflict: { message: 'It cannot be deleted while these depend on it: 3 incidents.' },
  forbidden: { message: 'You lack the permission material.update at this site.' },
  rate_limited: { message: 'Too many attempts. Try again in 42 seconds.' },
  validation_failed: {
    message: 'The name is required.',
    errors: {
      name: ['The name is required.'],
      status: ['The status cannot change from completed to planned. Possible now: in_progress.'],
    },
  },
};

/** The shared answer of a code. No other code has its status. */
export function failureAnswer(code: FailureCode) {
  const message = failures[code][1].text.en;
  const needed = code === 'validation_failed' ? ['code', 'errors'] : ['code'];
  return {
    description: message,
    headers: [...(headersOf[code] ?? []), 'Content-Language' as const],
    schema: {
      allOf: [
        schemaRef('Error'),
        {
          type: 'object',
          properties: { code: { type: 'string', enum: [code], description: 'What kind of failure it is.' } },
          required: needed,
        },
      ],
    },
    example: { message, ...examples[code], code },
  };
}
