/** Deletes what is stored of a row that somebody may no longer see. */
import type { Resource } from '../metadata.ts';
import type { Present } from '../session.ts';
import { filledPath, hungKinds } from './hung.ts';
import { forgetPictures } from './pictures.ts';
import { forgetAnswers } from './seen.ts';

/** Deletes the answers for a row, for what belongs to it and hangs on it, and its pictures. */
export async function forgetRow(present: Present, resource: Resource, id: number): Promise<void> {
  const path = `/${resource.path}/${id}`;
  const lists = resource.related.map(({ resource: other, filter }) => `/${other}?${filter}=${id}`);
  const hung = hungKinds(present, resource).map(({ listUrl }) => filledPath(listUrl, resource, id));
  await forgetAnswers(present.user, [path, ...lists, ...hung]);
  await forgetPictures(present.user, ({ of }) => of === path);
}
