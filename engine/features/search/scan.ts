/** Finds the rows with exactly this code, or the row whose page has this address. */
import { and, type Condition } from '../../condition.ts';
import { type Resource, resourceAt } from '../../model/resource.ts';
import type { AnswerRow, ReadContext } from '../../read/context.ts';
import { readRows } from '../../read/rows.ts';
import { foldedWords, maxWords, numberIn } from '../../request/parameters.ts';
import { planOrder, planRows, planView } from '../../request/plan.ts';
import type { RequestContext } from '../../request/request.ts';
import { narrow } from '../../search/search.ts';
import type { Engine } from '../../serve/engine.ts';
import { readingOf } from '../../serve/operations.ts';
import { sortKey } from '../../values.ts';
import { inPlace } from '../metadata/view.ts';
import { searchedBy, spellingsOf } from './find.ts';
import { mostScanned, type ScannedRow } from './scan-tag.ts';

/** The number of candidates per resource: others contain the code as a line of another searched text. */
const mostCandidates = 200;

/** The row of an address. */
export interface Addressed {
  /** Of its resource. */
  readonly path: string;
  readonly id: number;
}

/** A parsed code. */
type Code = { readonly text: string } | Addressed;

/** Up to twenty rows that the user may see, grouped by resource. */
export async function findScanned(engine: Engine, asking: RequestContext, code: Code): Promise<ScannedRow[]> {
  if ('path' in code) return findAs(engine, asking, code);
  for (const text of spellingsOf(code.text)) {
    const found = await findAs(engine, asking, { text });
    if (found.length > 0) return found;
  }
  const number = numberIn(code.text);
  return number === null ? [] : findNumber(engine, asking, number);
}

async function findAs(engine: Engine, asking: RequestContext, code: Code): Promise<ScannedRow[]> {
  const found: ScannedRow[] = [];
  const reading = readingOf(asking, engine.db);
  const asked =
    'path' in code
      ? [resourceAt(engine.registry, code.path)]
      : inPlace(engine.registry.values()).filter(
          (resource) =>
            scannedFields(resource).length > 0 && asking.actor.permitted('viewAny', resource) !== 'none',
        );
  for (const resource of asked) {
    if (found.length >= mostScanned) break;
    const rows = await ('path' in code
      ? readAs(engine, reading, resource, planView(resource, code.id, asking.actor))
      : findByText(engine, reading, resource, code.text));
    found.push(...rows.map((row) => scanned(resource, row)));
  }
  return found.slice(0, mostScanned);
}

/** The rows whose pages show this number. */
async function findNumber(engine: Engine, asking: RequestContext, id: number): Promise<ScannedRow[]> {
  const found: ScannedRow[] = [];
  const reading = readingOf(asking, engine.db);
  for (const resource of searchedBy(engine, asking.actor)) {
    const where = planView(resource, id, asking.actor);
    const rows = await readAs(engine, reading, resource, where);
    found.push(...rows.map((row) => scanned(resource, row)));
  }
  return found.slice(0, mostScanned);
}

/** Its fields that are printed on things. */
const scannedFields = ({ definition }: Resource): readonly string[] => definition.scan ?? [];

async function findByText(
  engine: Engine,
  reading: ReadContext,
  resource: Resource,
  text: string,
): Promise<AnswerRow[]> {
  const key = sortKey(text);
  const words = foldedWords(text).slice(0, maxWords);
  const line: Condition = { op: 'contains', column: 'search_text', text: key, line: 'whole' };
  const where = and(planRows(resource, { filters: [], words }, reading.viewer, reading.storedNow), line);
  const rows = await readAs(engine, reading, resource, where, words);
  return rows.filter((row) =>
    scannedFields(resource).some((name) => sortKey(String(row[name] ?? '')) === key),
  );
}

async function readAs(
  engine: Engine,
  reading: ReadContext,
  resource: Resource,
  where: Condition,
  words: readonly string[] = [],
): Promise<AnswerRow[]> {
  const { display, defaultSort, table } = resource;
  const wanted = ['id', 'site_id', display, ...scannedFields(resource)];
  const projection = engine.projectionOf(
    resource,
    resource.keys.filter((key) => wanted.includes(key)),
  );
  const selection = await narrow(reading.db, resource, { where }, { words });
  const order = planOrder(resource, defaultSort);
  return readRows(reading, { table, ...selection, order, limit: mostCandidates, offset: 0 }, projection);
}

const scanned = ({ path, display }: Resource, row: AnswerRow): ScannedRow => ({
  ...{ resource: path, id: Number(row.id), name: String(row[display]) },
  site_id: typeof row.site_id === 'number' ? row.site_id : null,
});
