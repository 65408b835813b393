/** Makes rows of any resource from nothing but its definition, and first the rows that they refer to. */
import type { ReferenceFacts, ReferencesFacts } from '../../../engine/kinds/facts.ts';
import { isColumn, isReference, isReferences, isReferring, kindName } from '../../../engine/kinds/kind.ts';
import { namesOnce } from '../../../engine/kinds/told-once.ts';
import type { Where } from '../../../engine/kinds/where.ts';
import {
  type FieldModel,
  fieldOf,
  type Registry,
  type Resource,
  resourceAt,
} from '../../../engine/model/resource.ts';
import { isRequired } from '../../../engine/request/body.ts';
import { isSame } from '../../../engine/values.ts';
import type { Client } from '../world/client.ts';
import { valuesMeeting } from './conditions.ts';
import { fitFirst, fitTogether } from './declared.ts';
import { type RuleBook, ruleFile } from './rule-book.ts';
import {
  type Body,
  type Made,
  marks,
  type Place,
  type SpecimenMaker,
  type SpecimenRules,
  siteIds,
  type Wish,
} from './rules.ts';
import { bodyOf, createForm, settableFields } from './sent.ts';
import { stateFor, wayTo } from './states.ts';
import { distinctFields, rightValue } from './values.ts';

/** The number of different rows for the references of a place. */
const choices = 3;

export class Specimens implements SpecimenMaker {
  readonly registry: Registry;
  readonly #rules: RuleBook;
  /** A user with all permissions at a place. */
  readonly clientAt: (place: Place) => Client;
  readonly #targets = new Map<string, Promise<number>>();
  #serial = 0;
  /** How many times each such field got a value: a day only has so many minutes. */
  readonly #times = new Map<FieldModel, number>();

  constructor(registry: Registry, rules: RuleBook, clientAt: (place: Place) => Client) {
    this.registry = registry;
    this.#rules = rules;
    this.clientAt = clientAt;
  }

  /** The facts about a resource beyond its declarations. */
  rulesOf({ path }: Resource): SpecimenRules {
    return this.#rules.get(path) ?? {};
  }

  /** A valid body. */
  async body(resource: Resource, place: Place, wish: Wish = {}): Promise<Body> {
    const { variant = 0, pin = {}, whole = false } = wish;
    const { when = '' } = resource.definition.alternative ?? {};
    if (typeof pin[when] === 'number') return { ...pin };
    const body: Body = {};
    for (const [index, field] of settableFields(resource).entries()) {
      if (field.name in pin || (!whole && !isRequired(field))) continue;
      const absent = whole && field.facts.nullable && (variant + index) % 4 === 3;
      const value = absent ? null : await this.value(resource, field, place, variant);
      if (value !== undefined) body[field.name] = value;
    }
    Object.assign(body, pin);
    await this.fit(resource, place, body, Object.keys(pin));
    return body;
  }

  /** A valid value of one field; undefined if none follows from the declaration. */
  async value(resource: Resource, field: FieldModel, place: Place, variant: number): Promise<unknown> {
    const { facts, name } = field;
    const known = this.rulesOf(resource).values?.[name];
    if (known) return known(place, variant, this);
    if (isReference(facts)) {
      // A site that the person belongs to, which a new one is not.
      if (resource.scope === 'own' && resourceAt(this.registry, facts.to).scope === 'self')
        return siteIds[place];
      return isAlone(resource, field)
        ? this.#makeTarget(resourceAt(this.registry, facts.to), place, variant % choices, facts.where)
        : this.target(facts, place, variant);
    }
    if (isReferences(facts)) {
      const ids = [await this.target(facts, place, variant), await this.target(facts, place, variant + 1)];
      return [...new Set(ids)].sort((a, b) => a - b);
    }
    // New rows: the input of an action may require such rows.
    if (isColumn(facts) && facts.rows) return [(await this.make(facts.rows.to, place)).id];
    const distinct = distinctFields(resource).has(name);
    return rightValue(field, { mark: marks[place], variant, serial: this.#next(field), distinct });
  }

  #next(field: FieldModel): number {
    this.#serial += 1;
    if (kindName(field.facts) !== 'time') return this.#serial;
    const count = (this.#times.get(field) ?? 0) + 1;
    this.#times.set(field, count);
    return count;
  }

  /** Makes a body meet the rules that no declaration shows. */
  async fit(
    resource: Resource,
    place: Place,
    body: Body,
    pinned: readonly string[],
    current: Readonly<Body> | null = null,
  ): Promise<void> {
    await this.#agree(resource, place, body, pinned);
    const kept = new Set(pinned);
    if (!current) fitFirst(resource, body, kept);
    await this.rulesOf(resource).fit?.(body, { pinned: kept, place, specimens: this, current });
    const make = (name: string) => this.value(resource, fieldOf(resource, name), place, 0);
    await fitTogether(resource, body, kept, make, current);
  }

  /** Has references agree with those that they must match: with the first row referred to, those that are pinned before others. */
  async #agree(resource: Resource, place: Place, body: Body, pinned: readonly string[]): Promise<void> {
    const settled = new Set(pinned);
    const fields = settableFields(resource);
    const isPinned = ({ name }: FieldModel) => pinned.includes(name);
    for (const field of [...fields.filter(isPinned), ...fields.filter((one) => !isPinned(one))]) {
      const { name, facts } = field;
      if (!isReference(facts) || typeof body[name] !== 'number') continue;
      for (const other of facts.matching ?? []) {
        if (resource.fields.get(other)?.facts.readOnly) continue;
        const { status, body: answer } = await this.clientAt(place).get(`/${facts.to}/${body[name]}`);
        if (status !== 200) continue;
        if (answer.data[other] !== body[other]) {
          if (!settled.has(other)) body[other] = answer.data[other];
          else if (!isPinned(field)) body[name] = null;
        }
        settled.add(other);
      }
    }
  }

  /** Creates a row, and changes it until it is in the requested state, if no row begins in that state. */
  async make(resource: Resource | string, place: Place, wish: Wish = {}): Promise<Made> {
    const of = typeof resource === 'string' ? resourceAt(this.registry, resource) : resource;
    const { make } = this.rulesOf(of);
    if (make) return this.#found(of, place, await make(place, this), wish);
    const { field = '' } = of.definition.states ?? {};
    const asked = Object.entries(wish.pin ?? {});
    const late = asked.filter(([name, value]) => value !== null && stateFor(of, name) !== undefined);
    const wished = wish.pin?.[field] ?? late.map(([name]) => stateFor(of, name))[0];
    const [first, ...rest] = wayTo(of, wished);
    const early = Object.fromEntries(asked.filter((one) => !late.includes(one)));
    const pin = { ...early, ...(first !== undefined && { [field]: first }) };
    const sent = await this.body(of, place, { ...wish, pin });
    const to = await this.createPath(of, place, wish.variant);
    let { status, text, body, headers } = await this.writer(of, place).post(to, createForm(of, sent));
    if (status !== 201) throw unfit(of, `POST ${to} ${JSON.stringify(sent)}`, status, text);
    const { location = '' } = headers;
    for (const [name, value] of [...rest.map((state) => [field, state] as const), ...late]) {
      const path = `/${of.path}/${body.data.id}`;
      const patch = await this.patchFor(of, place, body.data, name, value);
      ({ status, text, body, headers } = await this.writer(of, place).patch(path, patch));
      if (status !== 200) throw unfit(of, `PATCH ${path} ${JSON.stringify(patch)}`, status, text);
    }
    // A value that a create shows once is in no other answer.
    for (const name of namesOnce(of.fields)) delete body.data[name];
    return { id: body.data.id, data: body.data, etag: headers.etag ?? '', location, sent };
  }

  /** A row that was made without a create, with the requested values. */
  async #found(of: Resource, place: Place, id: number, { pin = {} }: Wish): Promise<Made> {
    const location = `/${of.path}/${id}`;
    const client = this.clientAt(place);
    const isPinned = Object.keys(pin).length > 0;
    const { status, text, body, headers } = isPinned
      ? await client.patch(location, pin)
      : await client.get(location);
    if (status !== 200) throw unfit(of, `PATCH ${location} ${JSON.stringify(pin)}`, status, text);
    return { id, data: body.data, etag: headers.etag ?? '', location, sent: pin };
  }

  /** The body of an update of one field after which the row is still valid. @param data the row as it was read */
  async patchFor(
    resource: Resource,
    place: Place,
    data: Readonly<Body>,
    name: string,
    value: unknown,
  ): Promise<Body> {
    const before = bodyOf(resource, this.rulesOf(resource), data);
    const after = { ...before, [name]: value };
    await this.fit(resource, place, after, [name], data);
    const changed = Object.entries(after).filter(([key, one]) => !isSame(one, before[key]));
    return Object.fromEntries(changed);
  }

  /** The paths where rows of a resource are created: for rows that hang on others, each resource in turn. */
  async createPath(resource: Resource, place: Place, variant = 0): Promise<string> {
    const holders = resource.hangOn();
    const holder = holders[variant % holders.length];
    if (!holder) return `/${resource.path}`;
    return `/${holder.path}/${await this.target({ to: holder.path }, place, variant)}/${resource.path}`;
  }

  /** The user who creates rows of a resource for a place. */
  writer(resource: Resource, place: Place): Client {
    return this.clientAt(resource.headquartersOnly.includes('create') ? 'hq' : place);
  }

  refer(resource: string, field: string, place: Place, variant: number): Promise<number> {
    const { facts } = fieldOf(resourceAt(this.registry, resource), field);
    if (isReferring(facts)) return this.target(facts, place, variant);
    throw new Error(`${field} of ${resource} is not a reference.`);
  }

  /** Id of a row that a reference from a place may point at; `choices` different ones take turns. */
  async target(
    facts: Pick<ReferenceFacts | ReferencesFacts, 'to' | 'where'> & Pick<ReferencesFacts, 'viewers'>,
    place: Place,
    variant: number,
  ): Promise<number> {
    const resource = resourceAt(this.registry, facts.to);
    const at = resource.scope === 'global' ? 'hq' : place;
    const turn = variant % choices;
    const key = `${facts.to} ${at} ${turn} ${JSON.stringify(facts.where)} ${facts.viewers}`;
    const known = this.#targets.get(key) ?? this.#makeTarget(resource, at, turn, facts.where, facts.viewers);
    this.#targets.set(key, known);
    return known;
  }

  async #makeTarget(
    resource: Resource,
    place: Place,
    turn: number,
    where?: Where,
    viewers?: ReferencesFacts['viewers'],
  ): Promise<number> {
    if (!resource.operations.includes('create') && !this.rulesOf(resource).make)
      throw new Error(`${resource.path} cannot be created by users.`);
    const seeing = viewers === undefined ? {} : this.rulesOf(resource).viewer?.(place);
    const pin = { ...valuesMeeting(resource, where), ...seeing };
    return (await this.make(resource, place, { variant: turn, pin })).id;
  }
}

/** Whether each row has to refer to one of its own: no two may refer to the same one, and none to nothing. */
function isAlone({ unique }: Resource, { name, facts }: FieldModel): boolean {
  if (facts.nullable) return false;
  return unique.some(({ fields }) => fields.filter((one) => one !== 'site_id').join() === name);
}

/** Names the file that must define valid values. */
function unfit(resource: Resource, request: string, status: number, text: string): Error {
  const file = ruleFile(resource);
  return new Error(
    `${file} must make valid bodies with \`fit\`, because a hook requires more than the declarations: ${request} was answered with ${status} ${text}`,
  );
}
