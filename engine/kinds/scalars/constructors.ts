/** What makes a field of each kind of plain value. */
export { Bool } from './bool.ts';
export { DateOnly } from './day.ts';
export { Decimal, Money } from './decimal.ts';
export { Enum } from './enum.ts';
export { Instant } from './instant.ts';
export { Integer, Minutes } from './integer.ts';
export { Json, RowIds } from './json.ts';
export { Text } from './text.ts';
export { TimeOfDay } from './time.ts';
