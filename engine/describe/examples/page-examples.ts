/** Believable examples of pages and counts. */
import type { Resource } from '../../model/resource.ts';
import { type Page, pageOf } from '../../read/page.ts';
import type { Setting } from '../openapi/values.ts';
import { type Example, exampleId, referenceExample, rowExample, valueExample } from './examples.ts';

/** The first of three pages, as the resource's list answers it. */
export function pageExample(setting: Setting): Page {
  return firstOfThree(rowExample(setting), `${setting.baseUrl}/${setting.resource.path}`);
}

/** The first page of what a field can refer to, or a filter be asked for. @param path after the prefix of the API */
export function optionsExample(
  setting: Setting,
  path: string,
  target: Resource,
  include: readonly string[],
): Page {
  return firstOfThree(referenceExample(setting, target, include), `${setting.baseUrl}${path}`);
}

function firstOfThree(row: Example, url: string): Page {
  return pageOf([row], 3, { page: 1, perPage: 1 }, { url, query: { per_page: '1' } });
}

/** Counts by `status` or `started_at.month`. */
export function countsExample(setting: Setting, by: string): Example {
  const [name = '', part] = by.split('.');
  if (part !== undefined) return { data: [{ value: '2026-02-01', count: 12 }] };
  const field = setting.resource.fields.get(name);
  // What is counted by a filter through other rows are ids of those.
  const value = field ? valueExample(setting, field) : exampleId(setting.resource);
  return { data: [{ value: Array.isArray(value) ? value[0] : value, count: 12 }] };
}
