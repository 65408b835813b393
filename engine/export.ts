/** A whole list as CSV (RFC 4180), streamed chunk by chunk: its memory does not grow with its length. */
import { Readable } from 'node:stream';
import { stringify } from 'csv-stringify/sync';
import type { Knex } from 'knex';
import type { Scalar } from './condition.ts';
import { and } from './condition.ts';
import type { Engine } from './engine.ts';
import { base } from './expression.ts';
import { afterRow } from './keyset.ts';
import { render, say } from './message.ts';
import type { ListPlan } from './plan.ts';
import type { Projection } from './projection.ts';
import { type AnswerRow, type Reading, readOrdered } from './read.ts';
import type { Request, Response } from './request.ts';
import { embedName, type Resource } from './resource.ts';
import { columnOf } from './sql.ts';

/** Rows read at a time. */
const chunk = 500;

interface Column {
  readonly header: string;
  text(row: AnswerRow): string;
}

/** Answers every row of a list plan. The page and its size do not matter. */
export function exportRows(
  engine: Engine,
  db: Knex,
  request: Request,
  plan: ListPlan,
  reading: Reading,
): Response {
  const { resource, actor } = request;
  const columns = columnsOf(resource, plan.keys, actor.locale);
  const projection = withOrder(engine.projectionOf(resource, plan.keys), plan);
  const lines = async function* (): AsyncGenerator<string> {
    // The mark lets spreadsheets read UTF-8 as what it is.
    yield `\uFEFF${line([columns.map(({ header }) => header)])}`;
    let last: readonly Scalar[] | null = null;
    for (;;) {
      const where = last === null ? plan.where : and(plan.where, afterRow(plan.order, last));
      const page = { ...plan, where, limit: chunk, offset: 0 };
      const { answers, rows } = await readOrdered({ ...reading, db }, page, projection);
      if (answers.length > 0)
        yield line(answers.map((answer) => columns.map((column) => column.text(answer))));
      const end = rows.at(-1);
      if (!end || answers.length < chunk) return;
      last = plan.order.map(({ column }) => scalarOf(end[orderName(column)]));
    }
  };
  return {
    status: 200,
    headers: {
      'Content-Type': 'text/csv; charset=utf-8',
      'Content-Disposition': `attachment; filename="${resource.path}.csv"`,
    },
    body: Readable.from(lines()),
  };
}

/** Text that a spreadsheet would take for a formula gets a quote in front (OWASP, CSV injection). */
function line(records: readonly (readonly string[])[]): string {
  return stringify(
    records.map((record) => [...record]),
    { escape_formulas: true, record_delimiter: 'windows' },
  );
}

function columnsOf(resource: Resource, keys: readonly string[], locale: string): Column[] {
  return keys.flatMap((key): Column[] => {
    const output = resource.outputs.get(key);
    if (!output) return [];
    const label = render(say(output.field.label), locale);
    // Beside the names of what a field refers to stand its ids: both need a header of their own.
    const isId = output.part === 'value' && embedName(output.field) !== null;
    return [{ header: isId ? `${label} (id)` : label, text: (row) => textOf(row[key]) }];
  });
}

function textOf(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (Array.isArray(value)) return value.map(textOf).join('; ');
  if (typeof value !== 'object') return String(value);
  // Of an embedded row what it is called, which stands right behind its id.
  const { id: _id, ...named } = value as Record<string, unknown>;
  const [name] = Object.values(named);
  return typeof name === 'object' ? JSON.stringify(value) : textOf(name);
}

function orderName(column: string): string {
  return `order_${column}`;
}

/** The projection with the columns of the order, from which the next chunk goes on. */
function withOrder(projection: Projection, plan: ListPlan): Projection {
  const order = plan.order.map(({ column }) => ({
    name: orderName(column),
    sql: () => ({ text: columnOf(base, column), bindings: [] }),
  }));
  return { ...projection, selected: [...projection.selected, ...order] };
}

function scalarOf(value: unknown): Scalar {
  return typeof value === 'number' || typeof value === 'string' ? value : null;
}
