/** `GET /search`: rows of all resources by name; `GET /scan`: the rows with a code. */
import type { RouterContext } from '@koa/router';
import { say } from '../../message.ts';
import { texts } from '../../messages.ts';
import { readWords } from '../../request/parameters.ts';
import { Problems, type Query, readEach, singleReader } from '../../request/query-string.ts';
import { readAsking, tellLanguage } from '../../serve/routes.ts';
import type { Feature } from '../feature.ts';
import { findEverywhere } from './find.ts';
import { type Addressed, findScanned } from './scan.ts';
import { codeParameter, describeScan, longestCode } from './scan-tag.ts';
import { describeSearch, wordsParameter as name } from './search-tag.ts';

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
