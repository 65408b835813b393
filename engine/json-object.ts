/** JSON objects, and the message for a body that is not one: the same on every path. */
import { invalid } from './failure.ts';
import { type Message, say } from './message.ts';
import { texts } from './messages.ts';

export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/**
 * What an object has under a name that an author or a client has chosen: nothing that every object inherits, such as `constructor`.
 */
export function valueUnder<T>(object: Readonly<Record<string, T>> | undefined, name: string): T | undefined {
  return object !== undefined && Object.hasOwn(object, name) ? object[name] : undefined;
}

/**
 * Returns the fields of a body; no fields if there is no body.
 *
 * @param body the parsed body, undefined if nothing was sent
 * @throws Failure `validation_failed` on `body` for JSON that is not an object
 */
export function objectOf(body: unknown): Readonly<Record<string, unknown>> {
  if (body === undefined) return {};
  if (!isObject(body)) throw invalidBody(say(texts.bodyObject));
  return body;
}

/**
 * A 422 about a body as a whole. Its error is on `body`, as errors of a query are on `query`: a client that shows errors by field
 * then always has one to show.
 */
export function invalidBody(message: Message): ReturnType<typeof invalid> {
  return invalid({ body: [message] });
}
