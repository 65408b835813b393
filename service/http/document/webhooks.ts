/** The requests that webhooks receive, as the OpenAPI document describes them. */

import type { Registry } from '../../../engine/model/resource.ts';
import { heardResources } from '../../outbox/webhooks/patterns.ts';

const header = (name: string, description: string, example: string) => ({
  name,
  in: 'header',
  required: true,
  description,
  schema: { type: 'string' },
  example,
});

const nullable = (type: string) => ({ type: [type, 'null'] });

/** The part `webhooks` of the document; empty if the project has none. */
export function describeWebhooks(registry: Registry) {
  if (!registry.has('webhooks')) return {};
  const heard = heardResources(registry);
  const data = {
    type: 'object',
    description: 'What the entry in the history says.',
    required: ['resource', 'id', 'site_id', 'action', 'changes', 'actor_id', 'request_id'],
    properties: {
      resource: {
        type: 'string',
        description: 'The name of the resource.',
        enum: [...heard.map(({ name }) => name), 'webhook'],
      },
      id: { type: 'integer', description: 'The id of the row.' },
      site_id: { ...nullable('integer'), description: 'The site that the row belongs to.' },
      action: { type: 'string', description: 'The part of `type` behind the dot.' },
      changes: {
        type: 'object',
        description: 'Field → its value before and after.',
        additionalProperties: { type: 'array', items: {}, minItems: 2, maxItems: 2 },
      },
      actor_id: { ...nullable('integer'), description: 'Who did it; null for the service itself.' },
      request_id: { ...nullable('string'), description: '`X-Request-Id` of the request that did it.' },
      row: {
        ...nullable('object'),
        description: 'With `include_row`: the row as it was when this was sent; null if it was gone.',
        additionalProperties: true,
      },
      truncated: {
        const: true,
        description: 'The changes were left out: with them the body would have had more than 64 KiB.',
      },
    },
  };
  const event = {
    type: 'object',
    required: ['type', 'timestamp', 'data'],
    properties: {
      type: { type: 'string', description: 'What happened: `maintenance.transition`.' },
      timestamp: { type: 'string', format: 'date-time', description: 'When it happened.' },
      data,
    },
  };
  const post = {
    operationId: 'receiveEvent',
    summary: 'An event, to the address of a webhook',
    description:
      'By Standard Webhooks. Verify the signature, answer 2xx within 15 seconds, and do the work afterwards. The same event can come twice, with the same `webhook-id`. ' +
      'Events of one row come in their order.',
    security: [],
    parameters: [
      header(
        'webhook-id',
        'The id of the event. It stays the same when the event is sent again.',
        'evt_4Zy0Kq6QnSxqJr2mXvT1bW8u',
      ),
      header('webhook-timestamp', 'When it was sent, in seconds since 1970.', '1767225600'),
      header(
        'webhook-signature',
        '`v1,` and the HMAC-SHA256 of id, timestamp and body in base64; two of them for a day after a rotation.',
        'v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=',
      ),
    ],
    requestBody: { required: true, content: { 'application/json': { schema: event } } },
    responses: {
      '2XX': { description: 'It has arrived.' },
      '410': { description: 'The receiver is gone for good: the webhook is switched off.' },
      default: { description: 'It is sent again later, as `Retry-After` says if it is there.' },
    },
  };
  return { webhooks: { event: { post } } };
}
