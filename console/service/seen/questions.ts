/** Questions that are asked by a page, and ahead of it by what takes rows along: under the same words both find the same answer. */
import { withQuery } from '../call.ts';
import type { Related } from '../metadata.ts';

/** Rows of a page, and the most pages. */
const stepsOfPage = 100;
export const pagesOfSteps = 3;

/** The list of a checklist. @param id of the row that it belongs to */
export const checklistPath = ({ resource, filter, sort }: Related, id: number): string =>
  withQuery(`/${resource}`, {
    ...{ [filter]: id, ...(sort !== undefined && { sort }) },
    ...{ with: 'can,etag', per_page: stepsOfPage },
  });
