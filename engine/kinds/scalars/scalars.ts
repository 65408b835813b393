/** The behaviour of each kind of plain value. */
import { bool } from './bool.ts';
import { day } from './day.ts';
import { decimals, money, ratio } from './decimal.ts';
import { choice } from './enum.ts';
import { instant } from './instant.ts';
import { integer } from './integer.ts';
import { json } from './json.ts';
import { text } from './text.ts';
import { time } from './time.ts';

const exactKinds = [money, ratio, ...Object.values(decimals)] as const;
/** All scalars, each once. */
export const scalarKinds = [text, integer, ...exactKinds, bool, instant, day, time, choice, json] as const;
