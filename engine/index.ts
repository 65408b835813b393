/** What definition files and their hooks import. */

export { and, type Condition, eq, or } from './condition.ts';
export { query, queryMany, writeLocked } from './database/query.ts';
export { conditionSql } from './database/sql.ts';
export { defineResource } from './definition/definition.ts';
export * from './definition/field.ts';
export type { Guard, GuardContext, HookContext, Refusals } from './definition/hooks.ts';
export type { ActionAnswer } from './definition/own/action.ts';
export type { RuleContext } from './definition/rule.ts';
export type { AnswerOf, CreateBodyOf, QueryOf, Resources, RowOf, UpdateBodyOf } from './definition/types.ts';
export { Failure, invalid } from './failure.ts';
export { fileFields } from './features/files/file-fields.ts';
export { fileTypeOf, nameOfFile } from './features/files/types.ts';
export { type ReportContext, report } from './features/reports/report.ts';
export { defineSeed, type SeedContext } from './features/seeds/feature.ts';
export type { TaskContext } from './features/tasks/feature.ts';
export * from './kinds/constructors.ts';
export { multiplyMoney, toHundredths } from './kinds/scalars/decimal.ts';
export { passwordBytes } from './kinds/scalars/text.ts';
export { now, type Where } from './kinds/where.ts';
export type { OfferContext, OfferedValue } from './kinds/wording.ts';
export { type Message, momentAt, render, say } from './message.ts';
export { texts } from './messages.ts';
export type { Actor } from './policy.ts';
export { giveWay, inSlices, sortedInSlices, takeShortTurns } from './signal.ts';
export { showInstant, storeInstant } from './values.ts';
