/** Asks the service what has a code. */
import { call, withQuery } from '../service/call.ts';
import type { Page, Resource, Row } from '../service/metadata.ts';
import { noticeFailure } from '../service/queries.ts';
import { isExactly, searchTurns } from './code.ts';

export interface Found {
  readonly resource: Resource;
  readonly row: Row;
}

export interface Answer {
  /** Rows that have exactly this code. */
  readonly exact: readonly Found[];
  /** Where there are none: rows in which it occurs. */
  readonly similar: readonly Found[];
}

const mostOfAList = 20;
const mostSimilar = 12;

/**
 * Searches list after list until one knows the code.
 * @throws Refusal, Unreachable
 */
export async function findCode(resources: readonly Resource[], code: string): Promise<Answer> {
  const similar: Found[] = [];
  for (const turn of searchTurns(resources)) {
    const pages = await Promise.all(turn.map((resource) => search(resource, code)));
    const found = pages.flat();
    const exact = found.filter(({ resource, row }) => isExactly(resource, row, code));
    if (exact.length > 0) return { exact, similar: [] };
    similar.push(...found);
  }
  return { exact: [], similar: similar.slice(0, mostSimilar) };
}

async function search(resource: Resource, code: string): Promise<Found[]> {
  try {
    const path = withQuery(`/${resource.path}`, { search: code, per_page: mostOfAList });
    const { body } = await call<Page>(path);
    return body.data.map((row) => ({ resource, row }));
  } catch (error) {
    noticeFailure(error);
    throw error;
  }
}
