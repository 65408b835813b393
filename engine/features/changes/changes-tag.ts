/** Describes the endpoint for live pages. */

import { json, type TagSpec } from '../../describe/openapi/spec.ts';
import { exactly, mapOf } from '../../json-schema.ts';
import { type Static, Type } from '../../typebox.ts';

const changes = exactly({
  unread: Type.Integer({ minimum: 0, description: 'How many notifications one has not read.' }),
  resources: mapOf(Type.String(), {
    description:
      'By the path of each resource that one may list at the current site: a text that is another one after every write that ' +
      'its lists could show. It may change more often.',
  }),
});

export type ChangesAnswer = Static<typeof changes>;

/** @param prefix path before every resource, e.g. `/api/v1` */
export function describeChanges(prefix: string): TagSpec {
  return {
    name: 'Changes',
    description: 'What has changed, for pages that follow it.',
    schemas: {},
    endpoints: [
      {
        method: 'get',
        path: `${prefix}/changes`,
        id: 'getChanges',
        summary: 'What has changed',
        description:
          'Cheap enough to be asked for every 15 seconds. Compare each text with the one before, and ask anew for lists whose text is another ' +
          'one. What follows from the time alone, as whether something is late, changes no text.',
        access: 'session',
        parameters: ['IfNoneMatch'],
        answers: {
          200: {
            description: 'Texts to compare with those of the answer before.',
            headers: ['ETag'],
            content: json(exactly({ data: changes })),
          },
          304: { description: 'Nothing has changed.', headers: ['ETag'] },
        },
      },
    ],
  };
}
