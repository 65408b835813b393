/** Realistic examples of pages and counts. */
import { heading } from '../../message.ts';
import { filterTarget } from '../../model/filter-target.ts';
import type { Resource } from '../../model/resource.ts';
import { type Page, pageOf } from '../../read/pages/page.ts';
import { capitalise } from '../openapi/names.ts';
import type { Setting } from '../openapi/values.ts';
import { type Example, exampleId, referenceExample, rowExample, valueExample } from './examples.ts';

/** The first of three pages, as the resource's list answers it. */
export function pageExample(setting: Setting): Page {
  return firstOfThree(rowExample(setting), `${setting.baseUrl}/${setting.resource.path}`);
}

/** The first page of the options of a field or a filter. @param path after the prefix of the API */
export function optionsExample(
  setting: Setting,
  path: string,
  target: Resource,
  include: readonly string[],
): Page {
  return firstOfThree(referenceExample(setting, target, include), `${setting.baseUrl}${path}`);
}

/** The first page of a set of words. @param url of the list */
export function wordsExample(url: string): Page {
  return firstOfThree({ value: '*', label: 'Everything', grantable: true }, url);
}

function firstOfThree(row: Example, url: string): Page {
  return pageOf([row], 3, { page: 1, perPage: 1 }, { url, query: { per_page: '1' } });
}

/** Counts by `status`, `started_at.month`, by two of them or by none, with these sums. */
export function countsExample(setting: Setting, by: readonly string[], sums: readonly string[]): Example {
  const keys = by.map((key) => groupExample(setting, key));
  const [first, second] = keys;
  const head = second
    ? { values: keys.map(({ value }) => value), labels: keys.map(({ label }) => label) }
    : { ...first };
  const summed = sums.length > 0 && { sums: Object.fromEntries(sums.map((name) => [name, 148])) };
  return { data: [{ ...head, count: 12, ...summed }] };
}

function groupExample(setting: Setting, by: string): { value: unknown; label: string } {
  const { resource, registry } = setting;
  const [name = '', part] = by.split('.');
  if (part !== undefined) return { value: '2026-02-01', label: '2026-02' };
  const target = filterTarget(registry, resource, name);
  if (target) {
    const value = exampleId(target);
    return { value, label: `${capitalise(target.title.one.en)} ${value}` };
  }
  const field = resource.fields.get(name);
  const [value] = field ? [valueExample(setting, field)].flat() : [null];
  const word = field?.values.get(String(value));
  return { value, label: word ? heading(word, 'en') : String(value) };
}
