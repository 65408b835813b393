/** What a page shows while writes wait: rows as they are kept, with what is not sent laid over them. */
import { firstValues, type Values } from '../form/values/values.ts';
import { isObject } from '../kinds/nested.ts';
import { type Can, may, type Resource, type Row } from '../service/metadata.ts';
import { isOfUnsent, type Made } from '../service/seen/unsent.ts';
import { isOfRow, isTemporary, type QueueEntry } from './entry.ts';

export interface Laying {
  /** In their order, of one person at one site. */
  readonly entries: readonly QueueEntry[];
  readonly site: number | null;
  readonly person: number;
  resourceAt(path: string): Resource | undefined;
}

/** A question for rows of a resource: one, or a list. */
const question = /^\/([\w-]+)(?:\/(-?\d+))?(?:\?(.*))?$/;

/**
 * The body of an answer, with what waits laid over it.
 * @param path that was asked for; several behind the word `lists`
 * @returns the very body where nothing waits for it
 */
export function laidBody<T>(path: string, body: T, laying: Laying): T {
  if (laying.entries.length === 0) return body;
  const [first, ...paths] = path.split(' ');
  if (first === 'lists' && Array.isArray(body)) {
    const laid = body.map((one: unknown, index) => laidBody(paths[index] ?? '', one, laying));
    return laid.every((one, index) => one === body[index]) ? body : Object.assign([], body, laid);
  }
  const [, name = '', id, query = ''] = question.exec(path) ?? [];
  const resource = laying.resourceAt(name);
  if (!resource) return body;
  if (id !== undefined) {
    const row = isAboutRow(body) && laidRow(resource, body.data, laying);
    return !row || row === body.data ? body : Object.assign({}, body, { data: row });
  }
  if (!isPage(body)) return body;
  const made = madeRows(resource, new URLSearchParams(query), laying);
  const rows = body.data.map((row) => laidRow(resource, row, laying));
  if (made.length === 0 && rows.every((row, index) => row === body.data[index])) return body;
  const meta = { ...body.meta, total: body.meta.total + made.length };
  return Object.assign({}, body, { data: [...made, ...rows], meta });
}

const emptyPage = {
  data: [],
  meta: { current_page: 1, from: 0, to: 0, last_page: 1, total: 0 },
};

/** The body for what the service does not know yet: a row that is still to be made, or a list about one; undefined otherwise. */
export function madeBody(path: string, laying: Laying): Made {
  const [, name = '', id] = question.exec(path) ?? [];
  const resource = laying.resourceAt(name);
  if (!resource || id === undefined) return isOfUnsent(path) ? emptyPage : undefined;
  const made = isTemporary(Number(id)) && madeRow(resource, Number(id), laying);
  return made ? { data: made } : undefined;
}

/** A row with all that waits for it; the very row where nothing does. */
export function laidRow(resource: Resource, row: Row, laying: Laying): Row {
  const own = laying.entries.filter((entry) => isOfRow(entry, resource.path, row.id));
  const changes = own.filter(({ does }) => does === 'change');
  const laid: Row = Object.assign({}, row, ...changes.flatMap(({ body }) => [unnamed(resource, body), body]));
  const can = row.can && laidCan(resource, laid, row.can, laying);
  if (own.length === 0) return can === row.can ? row : { ...row, ...(can && { can }) };
  return { ...laid, ...(can && { can }), unsent: true };
}

/** The rows that a row referred to before are not those that it refers to now. */
function unnamed({ fields }: Resource, body: Values): Values {
  const changed = fields.filter(({ name, reference }) => reference && name in body);
  return Object.fromEntries(changed.map(({ reference }) => [reference?.embed, undefined]));
}

/** What may be done with a row: where it leads from the state that is not sent, and what a row that it refers to has changed to. */
function laidCan(resource: Resource, row: Row, can: Can, { entries }: Laying): Can {
  const { states, view, fields } = resource;
  const changed =
    states && entries.some((one) => isOfRow(one, resource.path, row.id) && states.field in one.body);
  const transitions = changed ? (states.transitions[String(row[states.field])] ?? []) : can.transitions;
  const isFreed = () =>
    view.offline?.update !== undefined &&
    may(resource, 'update') &&
    fields.some(({ name, reference }) =>
      entries.some(
        (one) => one.does === 'change' && isOfRow(one, reference?.resource ?? '', Number(row[name])),
      ),
    );
  const update = can.update || isFreed();
  return changed || update !== can.update ? { ...can, update, transitions } : can;
}

/** A row that is still to be made, as far as it is known. */
export function madeRow(resource: Resource, id: number, laying: Laying): Row | null {
  const making = laying.entries.find((entry) => entry.does === 'make' && isOfRow(entry, resource.path, id));
  if (!making) return null;
  const { at, seen, body } = making;
  const { states, fields } = resource;
  const begun: Row = {
    ...firstValues(
      fields.filter(({ read_only: isFixed }) => !isFixed),
      null,
    ),
    ...(states && { [states.field]: states.initial[0] }),
    ...seen,
    ...body,
    id,
    site_id: laying.site,
    created_by_id: laying.person,
    created_at: new Date(at).toISOString(),
    can: { update: true, delete: false, transitions: [], actions: [] },
  };
  return { ...laidRow(resource, begun, laying), unsent: true };
}

/** Rows that are still to be made and that a list shows first: those that are what its filters name, as far as these name fields. */
function madeRows(resource: Resource, query: URLSearchParams, laying: Laying): Row[] {
  if ((query.get('page') ?? '1') !== '1') return [];
  const filters = [...query].filter(([name]) => resource.filters.some((one) => one.name === name));
  return laying.entries
    .filter(({ does, resource: path }) => does === 'make' && path === resource.path)
    .flatMap(({ id }) => madeRow(resource, id, laying) ?? [])
    .filter((row) =>
      filters.every(([name, values]) => {
        const held = [row[name]].flat().map((one) => String(one ?? 'null'));
        return name in row && values.split(',').some((value) => held.includes(value));
      }),
    )
    .reverse();
}

interface Paged {
  readonly data: readonly Row[];
  readonly meta: { readonly total: number };
}

const isPage = (body: unknown): body is Paged =>
  isObject(body) &&
  Array.isArray(body.data) &&
  isObject(body.meta) &&
  typeof body.meta.total === 'number' &&
  body.data.every((row) => isObject(row) && typeof row.id === 'number');

const isAboutRow = (body: unknown): body is { readonly data: Row } =>
  isObject(body) && isObject(body.data) && typeof body.data.id === 'number';
