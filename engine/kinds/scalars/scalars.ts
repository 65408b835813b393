/** Every kind of plain value: what makes a field of it, and how it behaves. */
import { bool } from './bool.ts';
import { day } from './day.ts';
import { decimals, money } from './decimal.ts';
import { choice } from './enum.ts';
import { instant } from './instant.ts';
import { integer } from './integer.ts';
import { json } from './json.ts';
import { text } from './text.ts';
import { time } from './time.ts';

export { Bool } from './bool.ts';
export { DateOnly } from './day.ts';
export { Decimal, Money } from './decimal.ts';
export { Enum } from './enum.ts';
export { Instant } from './instant.ts';
export { Integer, Minutes } from './integer.ts';
export { Json, RowIds } from './json.ts';
export { Text } from './text.ts';
export { TimeOfDay } from './time.ts';

const exactKinds = [money, ...Object.values(decimals)] as const;
/** How they behave, each once. */
export const scalarKinds = [text, integer, ...exactKinds, bool, instant, day, time, choice, json] as const;
