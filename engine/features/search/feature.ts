/** `GET /search`: rows of all resources by name; `GET /scan`: the rows with a code. */
import type { RouterContext } from '@koa/router';
import { and, type Condition } from '../../condition.ts';
import { say } from '../../message.ts';
import { texts } from '../../messages.ts';
import { type Resource, resourceAt } from '../../model/resource.ts';
import type { AnswerRow, ReadContext } from '../../read/context.ts';
import { readRows } from '../../read/rows.ts';
import { foldedWords, maxWords, numberIn, readWords } from '../../request/parameters.ts';
import { planOrder, planRows, planView } from '../../request/plan.ts';
import { Problems, type Query, readEach, singleReader } from '../../request/query-string.ts';
import type { RequestContext } from '../../request/request.ts';
import { narrow } from '../../search/search.ts';
import type { Engine } from '../../serve/engine.ts';
import { readingOf } from '../../serve/operations.ts';
import { readAsking, tellLanguage } from '../../serve/routes.ts';
import { sortKey } from '../../values.ts';
import type { Feature } from '../feature.ts';
import { inPlace } from '../metadata/view.ts';
import { findEverywhere, searchedBy, spellingsOf } from './find.ts';
import {
  codeParameter,
  describeScan,
  describeSearch,
  longestCode,
  mostScanned,
  wordsParameter as name,
  type ScannedRow,
} from './search-tag.ts';

declare module '../feature.ts' {
  interface Served {
    /** The row whose page has this address, null for any other text. @param host of the request */
    rowAt(address: string, host: string): Promise<Addressed | null>;
  }
}

export default {
  name: 'search',
  uses: ['metadata'],
  paths: ['search', 'scan'],
  chapters: (prefix) => [describeSearch(prefix), describeScan(prefix)],
  mount: ({ main }, served) => {
    const { engine, prefix } = served;
    main.get(`${prefix}/search`, async (ctx: RouterContext) => {
      const asking = await readAsking(ctx, served);
      const { asked, words } = readSought(ctx.query);
      tellLanguage(ctx, asking);
      ctx.body = { data: await findEverywhere(engine, asking, asked, words) };
    });
    main.get(`${prefix}/scan`, async (ctx: RouterContext) => {
      const asking = await readAsking(ctx, served);
      const text = readCode(ctx.query);
      const row = await served.rowAt(text, ctx.host);
      const code = row && engine.registry.has(row.path) ? row : { text };
      tellLanguage(ctx, asking);
      ctx.body = { data: await findScanned(engine, asking, code) };
    });
  },
} satisfies Feature;

/** @throws Failure `validation_failed` that names every invalid parameter */
function readCode(query: Query): string {
  const problems = new Problems();
  const text = readText(query, codeParameter, problems)?.trim();
  if (text !== undefined && (text === '' || [...text].length > longestCode)) {
    problems.add(codeParameter, say(texts.codeLength, { limit: longestCode }));
  }
  problems.settle();
  return text ?? '';
}

/** The only parameter. */
function readText(query: Query, name: string, problems: Problems): string | null {
  let text: string | null = null;
  readEach(query, new Map([[name, singleReader((value) => (text = value), problems)]]), problems);
  if (query[name] === undefined) problems.add(name, say(texts.missingParameter, { name }));
  return text;
}

/** @throws Failure `validation_failed` that names every invalid parameter */
function readSought(query: Query): { readonly asked: string; readonly words: readonly string[] } {
  const problems = new Problems();
  const asked = readText(query, name, problems);
  const words = readWords(asked ?? '', problems, name);
  problems.settle();
  return { asked: asked ?? '', words };
}

/** The number of candidates per resource: others contain the code as a line of another searched text. */
const mostCandidates = 200;

/** The row of an address. */
interface Addressed {
  /** Of its resource. */
  readonly path: string;
  readonly id: number;
}

/** A parsed code. */
type Code = { readonly text: string } | Addressed;

/** Up to twenty rows that the user may see, grouped by resource. */
async function findScanned(engine: Engine, asking: RequestContext, code: Code): Promise<ScannedRow[]> {
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
