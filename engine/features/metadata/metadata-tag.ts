/** Describes the metadata endpoints. */

import { json, type ResponseSpec, type TagSpec } from '../../describe/openapi/spec.ts';
import { exactly, named } from '../../json-schema.ts';
import { Type } from '../../typebox.ts';
import { answerMeta } from './answer-schema.ts';
import { fieldMetadata, filterMetadata } from './metadata-schema.ts';
import { resourceMetadata } from './resource-schema.ts';
import { viewMetadata } from './view-schema.ts';

export const notModified: ResponseSpec = {
  description: 'What you have is still the answer.',
  headers: ['ETag'],
};

/** @param prefix path before every resource, e.g. `/api/v1` */
export function describeMetadata(prefix: string): TagSpec {
  return {
    name: 'Metadata',
    description: 'What a client needs to draw lists and forms with no other knowledge.',
    schemas: {
      FieldMetadata: fieldMetadata,
      FilterMetadata: filterMetadata,
      ResourceMetadata: resourceMetadata,
      ViewMetadata: viewMetadata,
    },
    endpoints: [
      {
        method: 'get',
        path: `${prefix}/resources`,
        id: 'listResources',
        summary: 'Describe the resources',
        description:
          'Each resource with which the user may do anything at the current site, in the user’s language. What may be done ' +
          'changes with the site and with the roles.',
        access: 'session',
        parameters: ['IfNoneMatch'],
        answers: {
          200: {
            description: 'The resources.',
            headers: ['ETag'],
            content: json(
              exactly({ data: Type.Array(named('ResourceMetadata', resourceMetadata)), meta: answerMeta }),
            ),
          },
          304: notModified,
        },
      },
    ],
  };
}
