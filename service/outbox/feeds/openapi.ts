/** Describes the addresses of calendars. */
import { limitHeaders, type TagSpec } from '../../../engine/describe/openapi/spec.ts';

/** @param prefix path before the API, e.g. `/api/v1` */
export function describeCalendars(prefix: string): TagSpec {
  return {
    name: 'Calendar files',
    description: 'What programs fetch that people have given the address of a calendar.',
    schemas: {},
    endpoints: [
      {
        method: 'get',
        path: `${prefix}/calendars/{token}.ics`,
        id: 'getCalendar',
        summary: 'A calendar, as iCalendar (RFC 5545)',
        description:
          'Whoever has the address may fetch it: no cookie is read. It has what its owner may list at its site at that moment, from 30 days back ' +
          'to 400 days ahead, at most 2,000 entries. A calendar that was deleted, or whose owner no longer belongs to the site, is a 404, ' +
          'like one that never was. More than 60 fetches a minute are a 429.',
        access: 'open',
        parameters: [
          {
            name: 'token',
            in: 'path',
            required: true,
            description: 'The secret part of the address.',
            schema: { type: 'string' },
            example: 'q3Jc0vD8m1kUe2yWfB7sT9aLxR4nZ6hPiG5oKdEjMuA',
          },
          'IfNoneMatch',
        ],
        answers: {
          200: {
            description: 'The calendar.',
            headers: ['ETag', ...limitHeaders],
            content: { 'text/calendar': { schema: { type: 'string' } } },
          },
          304: { description: 'What you have is still the answer.', headers: ['ETag', ...limitHeaders] },
        },
        failures: ['not_found'],
      },
    ],
  };
}
