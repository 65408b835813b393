/** Brings rows to a state that allows an own action, by the transitions and the other actions that a definition declares. */
import { type ActionModel, type Resource, refers, unmetBy } from '../../../engine/model/resource.ts';
import { isRequired } from '../../../engine/request/body.ts';
import { ruleFile } from './rule-book.ts';
import type { Body, Place } from './rules.ts';
import { settableFields } from './sent.ts';
import type { Specimens } from './specimens.ts';
import { nearest } from './states.ts';

/** The number of ways that are tried, before the author is asked. */
const mostWays = 30;

type Own = ActionModel['definition'];

/** The input that an action needs. */
export async function actionBody(
  specimens: Specimens,
  resource: Resource,
  { input }: Pick<ActionModel, 'input'>,
  place: Place,
): Promise<Body> {
  const body: Body = {};
  for (const field of input.values()) {
    // Optional references are given too, because hooks may have no replacement for them.
    if (!isRequired(field) && !refers(field)) continue;
    const own = resource.fields.get(field.name);
    const asked = refers(field) && own && refers(own) ? own : field;
    const value = await specimens.value(resource, asked, place, 0);
    if (value === undefined)
      throw new Error(`${ruleFile(resource)} must define with \`values\` valid values of ${field.name}.`);
    body[field.name] = value;
  }
  return body;
}

/**
 * A new row that allows an own action, on the shortest way.
 * @throws Error that names the key to write, if no declared way leads there
 */
export async function rowFor(
  specimens: Specimens,
  resource: Resource,
  name: string,
  place: Place,
): Promise<number> {
  const action = resource.actions.get(name);
  if (!action) throw new Error(`${resource.path} has no action ${name}.`);
  const told = specimens.rulesOf(resource).ready?.[name];
  if (told) return told(place, specimens);
  const others = [...resource.actions].filter(([, { definition }]) => definition.on === 'row');
  const ways: (readonly string[])[] = [[]];
  // It grows as it is walked.
  for (const way of ways) {
    const { id, data } = await walk(specimens, resource, action, way, place);
    if (data && unmetBy(action, data).length === 0) return id;
    if (!data) continue;
    const next = others.filter(([other]) => other !== name && !way.includes(other));
    for (const [other] of next) if (ways.length < mostWays) ways.push([...way, other]);
  }
  throw new Error(
    `${ruleFile(resource)} must give with \`ready: { '${name}': (place, specimens) => … }\` the id of a row that allows ${name}.`,
  );
}

/**
 * Makes a row as near to the needs of the first of some actions as a body can, and runs them.
 * @returns no data if one of them is refused
 */
async function walk(
  specimens: Specimens,
  resource: Resource,
  wanted: ActionModel,
  way: readonly string[],
  place: Place,
): Promise<{ readonly id: number; readonly data: Body | null }> {
  const [first = wanted] = way.flatMap((name) => resource.actions.get(name) ?? []);
  const { id, ...made } = await specimens.make(resource, place, { pin: pinFor(resource, first.definition) });
  let data: Body = made.data;
  const client = specimens.clientAt(place);
  for (const name of way) {
    const action = resource.actions.get(name);
    if (!action || unmetBy(action, data).length > 0) return { id, data: null };
    const path = `/${resource.path}/${id}/${action.definition.path ?? name}`;
    const { status } = await client.post(path, await actionBody(specimens, resource, action, place));
    const { body } = await client.get(`/${resource.path}/${id}`);
    if (status >= 300 || !body.data) return { id, data: null };
    data = body.data;
  }
  return { id, data };
}

/** The conditions of an action that a body can set. */
function pinFor(resource: Resource, { when = {} }: Own): Body {
  const settable = new Set(settableFields(resource).map(({ name }) => name));
  const asked = Object.entries(when).flatMap(([name, values]) => {
    if (!settable.has(name) || !values) return [];
    return [[name, nearest(resource, name, values)] as const];
  });
  return Object.fromEntries(asked);
}
