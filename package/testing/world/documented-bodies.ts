/** Bodies as the OpenAPI document describes them, with the rule that it only states once, in its introduction. */
import type { ErrorObject } from 'ajv/dist/2020.js';

/** For bodies in a batch: an id in place of the name of a row that an earlier operation makes. */
export function withIds(key: string, value: unknown): unknown {
  const names: unknown[] = key.endsWith('_id') || key.endsWith('_ids') ? [value].flat() : [];
  if (!names.some((name) => typeof name === 'string' && /^\$\d+$/.test(name))) return value;
  const ids = names.map((name) => (typeof name === 'string' ? Number(name.slice(1)) + 1 : name));
  return Array.isArray(value) ? ids : ids[0];
}

/** Answers are open to the keys of later versions. The service of today has those of today, and no others. */
export function closing(key: string, part: unknown): unknown {
  // Each part of an `allOf` has some of its keys.
  if (key === 'allOf' && Array.isArray(part))
    return part.map(({ additionalProperties: _, ...rest }: Record<string, unknown>) => rest);
  if (typeof part !== 'object' || part === null || !('type' in part) || !('properties' in part)) return part;
  const isOpen = [part.type].flat().includes('object') && !('additionalProperties' in part);
  return isOpen ? { ...part, additionalProperties: false } : part;
}

/** A body without the white space around its texts, and with something else for empty ones. */
export function tidied(value: unknown, empty: '' | null): unknown {
  if (typeof value === 'string') return value.trim() || empty;
  if (Array.isArray(value)) return value.map((part) => tidied(part, empty));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, tidied(part, empty)]));
}

/** The keys of an answer, and those that `with` adds. */
export function keysIn(answer: unknown): Set<string> {
  if (typeof answer !== 'object' || answer === null) return new Set();
  const own = Array.isArray(answer) ? [] : Object.keys(answer);
  return new Set([...own, 'can', 'etag', ...Object.values(answer).flatMap((part) => [...keysIn(part)])]);
}

/** The keys of `fields` in an address; undefined without it. */
export function askedFields(path: string): string[] | undefined {
  if (!path.includes('?')) return undefined;
  const { searchParams } = new URL(path, 'http://service');
  const fields = [...searchParams].flatMap(([name, value]) =>
    /^fields(?:\[\d*\])?$/.test(name) ? [value] : [],
  );
  return fields.length > 0 ? fields.join(',').split(',') : undefined;
}

/** With `fields` a row only has the requested keys. */
export function isUnasked(
  { keyword, instancePath, params }: ErrorObject,
  asked: readonly string[] | undefined,
): boolean {
  if (!asked || keyword !== 'required' || !/^\/data(?:\/\d+)?$/.test(instancePath)) return false;
  return !asked.includes(String(params.missingProperty));
}

/** What a body has that its schema does not allow. */
export function tellMismatch({ instancePath, message, params }: ErrorObject): string {
  return `${instancePath || 'the body'} ${message ?? 'is wrong'} ${JSON.stringify(params)}`;
}

/** Checks formats of texts in answers with its own code: the service's code would accept its own mistakes. */
export const textFormats = {
  'date-time': (text: string) =>
    /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)$/i.test(text) &&
    !Number.isNaN(Date.parse(text.toUpperCase())),
  date: (text: string) => /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text)),
  uri: (text: string) => URL.canParse(text),
  email: /^[^@\s]+@[^@\s]+$/u,
  password: true,
} as const;
