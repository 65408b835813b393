/** What a JSON object is, and the message for a body that is not one: the same on every path. */
import { invalid } from './failure.ts';
import { type Message, say } from './message.ts';
import { texts } from './messages.ts';

export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/**
 * The fields of a body; none where there is no body.
 *
 * @param body what was parsed, undefined where nothing was sent
 * @throws Failure `validation_failed` on `body` for JSON that is no object
 */
export function objectOf(body: unknown): Readonly<Record<string, unknown>> {
  if (body === undefined) return {};
  if (!isObject(body)) throw invalidBody(say(texts.bodyObject));
  return body;
}

/**
 * A 422 for what is wrong with a body as a whole: its errors stand on `body`, as those of a query stand on `query`, so
 * that a client that shows errors by their field always has one to show.
 */
export function invalidBody(message: Message): ReturnType<typeof invalid> {
  return invalid({ body: [message] });
}
