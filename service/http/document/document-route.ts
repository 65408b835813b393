/** Serves the description of the API: all of it, or selected parts. */
import type { Middleware } from 'koa';
import { answerKept, type KeptAnswer, keepAnswer } from '../../../engine/describe/kept-answer.ts';
import type { OpenApiDocument } from '../../../engine/features/openapi/document.ts';
import { partOf } from '../../../engine/features/openapi/feature.ts';
import { createCache, once } from '../../../engine/memoize.ts';
import { say } from '../../../engine/message.ts';
import { texts, typeTexts } from '../../../engine/messages.ts';
import {
  listReader,
  Problems,
  type Query,
  readEach,
  singleReader,
} from '../../../engine/request/query-string.ts';
import { giveWay, inSteps } from '../../../engine/signal.ts';

/** The maximum number of cached parts: a client requests the same part repeatedly, but can request any. */
const maxParts = 16;

const noPart = say('There is no “{value}” to describe. Allowed: {allowed}.');

/** The selection of a document; without any, everything. */
interface Selection {
  readonly resources: readonly string[];
  readonly tags: readonly string[];
}

interface Asked {
  /** Null for everything. */
  readonly selection: Selection | null;
  /** Whether it has the parameter `fields`. */
  readonly fields: boolean;
}

/**
 * Answers the document, or the parts selected by `resources` and `tags`. It is made on the first request, and is the same for
 * everyone until the service restarts. Others run meanwhile: it takes up to a second.
 *
 * @param prefix path before every resource
 * @param resources the paths of all resources
 */
export function createDocumentRoute(
  make: (fields: boolean) => Generator<void, OpenApiDocument>,
  prefix: string,
  resources: Iterable<string>,
): Middleware {
  const known = [...resources];
  const keep = (fields: boolean) => {
    const document = once(() => inSteps(make(fields)));
    return { document, whole: once(async () => keepAnswer(await textOf(await document(), 3))) };
  };
  const [usual, withFields] = [keep(false), keep(true)];
  const parts = createCache<KeptAnswer>(maxParts);
  return async (ctx) => {
    const { tags: all } = ctx.query.tags === undefined ? { tags: [] } : await usual.document();
    const tags = all.map(({ name }) => name);
    const asked = readAsked(ctx.query, known, tags);
    const { document, whole } = asked.fields ? withFields : usual;
    const { selection } = asked;
    const described = await document();
    const kept =
      selection === null
        ? await whole()
        : parts.get(JSON.stringify(asked), () => keepAnswer(describePart(described, prefix, selection)));
    await answerKept(ctx, kept, { type: 'application/json', shared: true });
  };
}

/** The JSON of an object, made key by key to some depth. */
async function textOf(value: object, depth: number): Promise<string> {
  const pairs: string[] = [];
  for (const [key, part] of Object.entries(value)) {
    if (part === undefined) continue;
    const isDeep = depth > 1 && typeof part === 'object' && part !== null && !Array.isArray(part);
    pairs.push(`${JSON.stringify(key)}:${isDeep ? await textOf(part, depth - 1) : JSON.stringify(part)}`);
    await giveWay();
  }
  return `{${pairs.join()}}`;
}

function describePart(document: OpenApiDocument, prefix: string, { resources, tags }: Selection): string {
  const places = new Set(resources.map((path) => `${prefix}/${path}`));
  // regexp-safe: it is the prefix of our paths, and reads paths of the document.
  const place = new RegExp(`^${prefix}/[^/]+`);
  const part = partOf(document, (path, tag) => tags.includes(tag) || places.has(place.exec(path)?.[0] ?? ''));
  return JSON.stringify(part);
}

/** In a fixed order: the same part always has the same key. */
function readAsked(query: Query, knownResources: readonly string[], knownTags: readonly string[]): Asked {
  const problems = new Problems();
  let resources: readonly string[] | null = null;
  let tags: readonly string[] | null = null;
  let fields = false;
  const choose = (name: string, value: string, known: readonly string[]): readonly string[] => {
    const asked = new Set(value.split(','));
    for (const one of asked) {
      if (!known.includes(one)) problems.add(name, say(noPart, { value: one, allowed: [...known] }));
    }
    return known.filter((one) => asked.has(one));
  };
  const readFields = (value: string) => {
    if (value === 'true' || value === 'false') fields = value === 'true';
    else problems.add('fields', say(texts.parameter, { name: 'fields', value, type: typeTexts.boolean }));
  };
  const readers = new Map([
    ['fields', singleReader(readFields, problems)],
    ['resources', listReader((value) => (resources = choose('resources', value, knownResources)), problems)],
    ['tags', listReader((value) => (tags = choose('tags', value, knownTags)), problems)],
  ]);
  readEach(query, readers, problems);
  problems.settle();
  const everything = resources === null && tags === null;
  return { selection: everything ? null : { resources: resources ?? [], tags: tags ?? [] }, fields };
}
