/** Values that may exist only once. */

import { expect } from 'chai';
import type { UniqueRule } from '../../../../engine/index-name.ts';
import { isEnumeration, isMark, isText } from '../../../../engine/kinds/kind.ts';
import { type FieldModel, fieldOf, type Resource } from '../../../../engine/model/resource.ts';
import { it } from '../../runner.ts';
import type { Body } from '../../specimens/rules.ts';
import { createForm, isFirst } from '../../specimens/sent.ts';
import type { Subject } from '../../world/subject.ts';
import { expectErrors, lookAlike } from './bodies.ts';

/** A value, or the values of several fields together, that no two rows may have. */
export function describeUnique(subject: Subject, rule: UniqueRule): void {
  const { resource, path, place } = subject;
  const own = rule.fields
    .flatMap((name) => resource.fields.get(name) ?? [])
    .filter(({ facts }) => !facts.readOnly);
  const last = own.at(-1);
  const inside = insideOf(subject, rule);
  if (!last || !inside || !own.every((field) => isFirst(resource, field))) return;

  const pinOf = async (fields: readonly FieldModel[]): Promise<Body> => {
    const pin: Body = { ...inside };
    for (const field of fields) pin[field.name] = await subject.specimens.value(resource, field, place, 0);
    return pin;
  };
  const rehearse = async (pin: Body, where = place) => {
    const body = await subject.specimens.body(resource, where, { pin });
    return subject.specimens
      .writer(resource, where)
      .post(await subject.specimens.createPath(resource, where), createForm(resource, body), {
        Prefer: 'dry-run',
      });
  };

  it(`takes ${rule.fields.join(' and ')} only once`, async () => {
    const pin = await pinOf(own);
    const first = await subject.make({ pin });
    expectErrors(await rehearse(pin), [rule.field], 'the same again');
    for (const outside of outsideOf(subject, rule)) {
      const beside = await rehearse({ ...pin, ...outside });
      expect(beside.status, `${JSON.stringify(outside)}: ${beside.text}`).to.equal(201);
    }
    const name = last.name;
    if (isText(last.facts))
      expectErrors(await rehearse({ ...pin, [name]: lookAlike(String(pin[name])) }), [rule.field], 'alike');
    const capitals = String(pin[name]).toUpperCase();
    if (isText(last.facts) && capitals !== pin[name]) {
      const loud = await rehearse({ ...pin, [name]: capitals });
      const held = rule.columns.map((column) => rule.copies.get(column)?.of ?? column);
      if (held.includes(`${name}_key`)) expectErrors(loud, [rule.field], 'in capitals');
      else expect(loud.status, loud.text).to.equal(201);
    }
    if (rule.fields.includes('site_id') || rule.fields.includes('user_id')) {
      const elsewhere = await rehearse(pin, 'south');
      expect(elsewhere.status, elsewhere.text).to.equal(201);
    }
    if (!subject.can('update')) return;
    const other = await subject.make({ pin: { ...(await pinOf([last])), ...without(pin, name) } });
    const clash = await subject.client.patch(`${path}/${other.id}`, { [name]: pin[name] });
    expectErrors(clash, [rule.field], 'changed to the same');
    const same = await subject.client.patch(`${path}/${first.id}`, { [name]: pin[name] });
    expect(same.status, 'what it is already').to.equal(200);
    if (!subject.can('delete')) return;
    expect((await subject.client.delete(`${path}/${first.id}`)).status).to.equal(204);
    expect((await rehearse(pin)).status, 'free again once it is deleted').to.equal(201);
  });
}

/** Values with which a rule applies to a new row; null if a body alone cannot say so. */
function insideOf({ resource }: Subject, { marked }: UniqueRule): Body | null {
  const pin: Body = {};
  for (const [name, values] of marked?.wanted ?? []) {
    const value = values?.find((one) => canBegin(resource, name, one));
    if (value === undefined) return null;
    pin[name] = value;
  }
  return pin;
}

/** Values, each of which takes a new row out of those that a rule speaks of. */
function outsideOf({ resource }: Subject, { marked }: UniqueRule): Body[] {
  return [...(marked?.wanted ?? [])].flatMap(([name, values]) => {
    const { facts } = fieldOf(resource, name);
    const all = isMark(facts) ? [true, false] : isEnumeration(facts) ? (facts.values ?? []) : [];
    const others = all.filter((one) => !values?.includes(one) && canBegin(resource, name, one));
    return others.slice(0, 1).map((one) => ({ [name]: one }));
  });
}

/** Whether a new row can have a value. */
function canBegin({ definition: { states }, fields }: Resource, name: string, value: unknown): boolean {
  if (fields.get(name)?.facts.readOnly) return false;
  return states?.field !== name || (states.initial ?? [value]).some((one) => one === value);
}

function without(body: Body, name: string): Body {
  const { [name]: _left, ...rest } = body;
  return rest;
}
