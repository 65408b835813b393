/** Tables of who does what to whom: what each holds where, what is sent, and what must come of it. */
import { expect } from 'chai';
import { serveDemo } from '../../../harness/service.ts';
import { expectReply, type Held, People, type Person } from './access-world.ts';

type Sent = readonly [method: 'POST' | 'PATCH' | 'DELETE', path: string, body?: object];

/** One row of a table. */
export interface Case {
  readonly rule: string;
  readonly actor: Held;
  readonly target?: Held;
  /** What the role holds that `send` gets the id of. */
  readonly role?: readonly string[];
  send(given: { actor: Person; target: Person; role: number }): Sent;
  readonly status: number;
  /** The permission that a 403 names. */
  readonly naming?: string;
}

/** All that managing users takes. */
export const managing = ['user.view', 'user.create', 'user.update', 'user.delete'];

/** A body that gives a user one membership. */
export const at = (site_id: number, ...role_ids: number[]) => ({ memberships: [{ site_id, role_ids }] });

/** Runs a table against a service of its own with the demo data. `more` adds tests that a table cannot hold. */
export function describeCases(
  title: string,
  cases: readonly Case[],
  more: (people: () => People) => void,
): void {
  describe(title, () => {
    const { service } = serveDemo([]);
    let people: People;
    before(async () => {
      people = new People(service);
    });
    for (const one of cases) it(one.rule, () => runCase(people, one));
    more(() => people);
  });
}

async function runCase(
  people: People,
  { actor: held, target: other = {}, role: permissions = [], ...rest }: Case,
) {
  const actor = await people.person(held);
  const target = await people.person(other);
  const role = await people.role(permissions);
  const before = await people.rolesOf(target.id);
  const reply = await actor.client.send(...rest.send({ actor, target, role }));
  expectReply(reply, rest.status, rest.naming === undefined ? [] : [`permission ${rest.naming}`]);
  if (rest.status === 403) expect(await people.rolesOf(target.id)).to.deep.equal(before);
}
