/** Describes the endpoints for people without an account. */
import { closed, json, type Parameter, type TagSpec } from '../../engine/describe/openapi/spec.ts';
import { sentFields } from './body.ts';
import { mostPhotos, photo, photoTypes } from './photos.ts';

const text = { type: 'string' } as const;
const optional = { type: ['string', 'null'] } as const;
const named = (description: string) => ({ ...closed({ name: text }), description });

const token: Parameter = {
  name: 'token',
  in: 'path',
  required: true,
  description: 'What stands in the address of a request point.',
  schema: text,
  example: 'q3Jc0vD8m1kUe2yWfB7sTA',
};
const reference: Parameter = {
  name: 'reference',
  in: 'path',
  required: true,
  description: 'What a request is known by: in letters of either case, with or without hyphens.',
  schema: text,
  example: '7K3M-9QZT-0V4X',
};

/** @param prefix path before the API, e.g. `/api/v1` */
export function describeRequestDoor(prefix: string): TagSpec {
  const { description, name, contact } = sentFields;
  const sent = {
    description: {
      ...{ ...text, minLength: 1, maxLength: description.max },
      description: 'What is wrong.',
    },
    name: { ...text, maxLength: name.max, description: 'Who reports it.' },
    contact: {
      ...{ ...text, maxLength: contact.max },
      description: 'How to reach the person, where the point asks for it.',
    },
  };
  const photos = {
    type: 'array',
    maxItems: mostPhotos,
    items: { ...text, format: 'binary' },
    description: `Photos, a part each, where the point takes them: ${photoTypes.join(', ')}, at most 5 MiB each. An empty one counts as left out.`,
  };
  return {
    name: 'Requests without an account',
    description:
      'Somebody who stands beside a machine reports what is wrong. No cookie is read or set, and pages of any host may ask. ' +
      'More than 60 reads of an address in a minute are a 429.',
    schemas: {},
    endpoints: [
      {
        ...{ method: 'get', path: `${prefix}/public/request-points/{token}`, id: 'getPublicRequestPoint' },
        summary: 'What a request point is about',
        description: 'A token that never was, was renewed or is not active is one and the same 404.',
        access: 'open',
        parameters: [token],
        answers: {
          200: {
            description: 'The request point.',
            content: json(
              closed({
                data: closed({
                  site: named('The site of the point.'),
                  place: named('The material or the zone of the point.'),
                  hint: {
                    ...optional,
                    description: 'What the site wants people to know before they report.',
                  },
                  contact: {
                    enum: ['none', 'optional', 'required'],
                    description: 'Whether the site asks how to reach people.',
                  },
                  photos: { type: 'boolean', description: 'Whether the point takes photos.' },
                }),
              }),
            ),
          },
        },
        failures: ['not_found', 'rate_limited'],
      },
      {
        ...{
          method: 'post',
          path: `${prefix}/public/request-points/{token}/requests`,
          id: 'sendPublicRequest',
        },
        summary: 'Report what is wrong',
        description:
          'The same text from the same address within two minutes is one request. PUBLIC_REQUEST_LIMIT bounds how many are taken. ' +
          'Photos come with it as `multipart/form-data`; what is wrong with them stands on `photo`.',
        access: 'open',
        parameters: [token],
        body: {
          required: true,
          schema: {
            type: 'object',
            additionalProperties: false,
            required: ['description'],
            properties: sent,
          },
          form: {
            type: 'object',
            additionalProperties: false,
            required: ['description'],
            properties: { ...sent, [photo]: photos },
          },
        },
        answers: {
          201: {
            description: 'The request is received.',
            content: json(
              closed({
                data: closed({
                  reference: { ...text, description: 'What the request is known by.' },
                  status_url: { ...text, description: 'The page that tells what becomes of it.' },
                }),
              }),
            ),
          },
        },
        failures: ['not_found', 'rate_limited', 'validation_failed'],
      },
      {
        ...{ method: 'get', path: `${prefix}/public/requests/{reference}`, id: 'getPublicRequest' },
        summary: 'What became of a request',
        description: 'It follows the incident or the maintenance that was made of it.',
        access: 'open',
        parameters: [reference],
        answers: {
          200: {
            description: 'The request.',
            content: json(
              closed({
                data: closed({
                  reference: { ...text, description: 'What the request is known by.' },
                  status: {
                    enum: ['received', 'accepted', 'in_progress', 'done', 'rejected'],
                    description: 'How far it has come.',
                  },
                  received_at: { ...text, format: 'date-time', description: 'When it was sent.' },
                  updated_at: { ...text, format: 'date-time', description: 'When that last changed.' },
                  note: { ...optional, description: 'What the site tells who reported it.' },
                }),
              }),
            ),
          },
        },
        failures: ['not_found', 'rate_limited'],
      },
    ],
  };
}
