/** What a definition file imports. */
export type { Actor } from './actor.ts';
export { multiplyMoney } from './codec.ts';
export { and, type Condition, eq, or } from './condition.ts';
export { defineResource } from './definition.ts';
export type { AnswerOf, CreateBodyOf, QueryOf, RowOf, UpdateBodyOf } from './definition-types.ts';
export { Failure, invalid } from './failure.ts';
export * from './field.ts';
export * from './field-links.ts';
export { say } from './message.ts';
export { now } from './where.ts';
