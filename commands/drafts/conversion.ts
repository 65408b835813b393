/** How values are converted when their column changes: only without loss, and without a question to a person. */
import type { ColumnReference, Content } from '../../engine/database/dialect/content.ts';
import type { Holding } from '../../engine/schema/expected.ts';

/** As `changeColumn` of the migrations takes it: SQL that all databases understand. */
export interface DraftConversion {
  readonly becomes?: string;
  readonly only?: string;
}

interface Held {
  readonly content: Content;
  readonly refers: ColumnReference | null;
}

/** Only a person can decide. */
const open: DraftConversion = { only: 'false' };

/** Whole numbers that JSON represents exactly. */
const exact = Number.MAX_SAFE_INTEGER;

/** The new values of a column. */
export function conversionOf(
  column: string,
  from: Held,
  to: Held,
  takes?: Holding['takes'],
): DraftConversion {
  const name = `\`${column}\``;
  const kinds = `${from.content.kind} ${to.content.kind}`;
  if (to.refers && from.refers?.table !== to.refers.table) {
    // The ids of another table mean nothing here.
    if (from.refers || kinds !== 'number number' || !isWhole(from.content)) return open;
    return { only: `${name} in (select \`id\` from \`${to.refers.table}\`)` };
  }
  if (kinds === 'number number') return ofNumbers(name, from.content, to.content);
  if (to.content.kind === 'text') return toText(name, from.content, takes);
  if (kinds === 'text number' && isWhole(to.content)) {
    const number = `cast(${name} as signed integer)`;
    return { becomes: number, only: `cast(${number} as char) = ${name} and ${within(number, to.content)}` };
  }
  return from.content.kind === to.content.kind ? {} : open;
}

/** Whole numbers and days become texts in their usual form. */
function toText(name: string, from: Content, takes: Holding['takes']): DraftConversion {
  const told = (from.kind === 'number' && isWhole(from)) || from.kind === 'day';
  const text = told ? `cast(${name} as char)` : name;
  const only = takes?.(text);
  if ((from.kind !== 'text' && !told) || only === 'false') return open;
  return { ...(told && { becomes: text }), ...(only !== undefined && { only }) };
}

function isWhole({ room, scale = 0 }: Content): boolean {
  return scale === 0 && room !== 1;
}

function ofNumbers(name: string, from: Content, to: Content): DraftConversion {
  // Yes and no are no amounts.
  if ((from.room === 1 && !isWhole({ ...to, room: 8 })) || (to.room === 1 && (from.scale ?? 0) > 0))
    return open;
  // If a column does not show its decimals, it counts as correct.
  const wanted = to.scale ?? from.scale ?? 0;
  const had = from.scale ?? wanted;
  const factor = 10 ** Math.abs(wanted - had);
  if (had < wanted) {
    const most = Math.floor((to.room === 4 ? 2 ** 31 - 1 : exact) / factor);
    return { becomes: `${name} * ${factor}`, only: `abs(${name}) <= ${most}` };
  }
  if (had > wanted) {
    const whole = `${name} % ${factor} = 0`;
    const becomes = `cast(${name} / ${factor} as signed integer)`;
    return { becomes, only: to.room === 8 ? whole : `${whole} and ${within(becomes, to)}` };
  }
  const isLess = from.room !== null && to.room !== null && from.room > to.room;
  return isLess ? { only: within(name, to) } : {};
}

function within(number: string, { room }: Content): string {
  if (room === 1) return `${number} in (0, 1)`;
  const [least, most] = room === 8 ? [-exact, exact] : [-(2 ** 31), 2 ** 31 - 1];
  return `${number} between ${least} and ${most}`;
}
