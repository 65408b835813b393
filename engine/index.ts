/** What a definition file imports, and its hooks. */
export type { Actor } from './actor.ts';
export { multiplyMoney, showInstant, storeInstant, toHundredths } from './codec.ts';
export { and, type Condition, eq, or } from './condition.ts';
export { defineResource, type HookContext } from './definition.ts';
export type { AnswerOf, CreateBodyOf, QueryOf, RowOf, UpdateBodyOf } from './definition-types.ts';
export { Failure, invalid } from './failure.ts';
export * from './field.ts';
export * from './field-links.ts';
export { type Message, say } from './message.ts';
export { texts } from './texts.ts';
export { now } from './where.ts';
