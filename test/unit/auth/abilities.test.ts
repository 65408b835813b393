/** Permissions and the rows they reach, as tables: scope, site and operation → reach. */
import { expect } from 'chai';
import fc from 'fast-check';
import { reachOf } from '../../../auth/rights/ability-condition.ts';
import { createActor } from '../../../auth/rights/actor.ts';
import type { Person } from '../../../auth/rights/people.ts';
import { heldPermissions, permissionNames } from '../../../auth/rights/permissions.ts';
import type { RowScope } from '../../../engine/condition.ts';
import { type Governed, type Operation, operations } from '../../../engine/policy.ts';

const every = [...operations];
const material: Governed = { name: 'material', scope: 'site', operations: every, headquartersOnly: [] };
const company: Governed = { name: 'company', scope: 'global', operations: every, headquartersOnly: every };
const role: Governed = {
  name: 'role',
  scope: 'global',
  operations: every,
  headquartersOnly: ['create', 'update', 'delete'],
};
const site: Governed = {
  name: 'site',
  scope: 'self',
  operations: every,
  headquartersOnly: ['create', 'delete'],
};
const user: Governed = {
  name: 'user',
  scope: { members: { table: 'memberships', key: 'user_id' } },
  operations: every,
  headquartersOnly: [],
};
const movement: Governed = {
  name: 'item-movement',
  scope: 'site',
  operations: ['viewAny', 'view', 'create'],
  headquartersOnly: [],
};
const resources = [material, company, role, site, user, movement];

const memo: Governed = { name: 'memo', scope: 'own', operations: every, headquartersOnly: [] };

const headquarters = { id: 1, name: 'Headquarters', timezone: 'UTC', is_headquarters: true };
const plant = { id: 5, name: 'Plant', timezone: 'UTC', is_headquarters: false };

function actorOf(at: Person['site'], granted: readonly string[], known = resources) {
  const person: Person = {
    id: 7,
    username: 'ada',
    first_name: 'Ada',
    last_name: 'L',
    full_name: 'Ada L',
    email: 'ada@test',
    locale: 'en',
    site: at,
    granted: new Set(granted),
  };
  return createActor(person, 'a session', known);
}

const ofPlant: RowScope = { op: 'eq', column: 'site_id', value: 5 };
const ofHeadquarters: RowScope = { op: 'eq', column: 'site_id', value: 1 };
const plantItself: RowScope = { op: 'eq', column: 'id', value: 5 };
const ownSites: RowScope = {
  op: 'exists',
  table: 'memberships',
  foreign: 'site_id',
  column: 'id',
  where: { op: 'eq', column: 'user_id', value: 7 },
};
const peopleOfPlant: RowScope = {
  op: 'exists',
  table: 'memberships',
  foreign: 'user_id',
  column: 'id',
  where: { op: 'eq', column: 'site_id', value: 5 },
};

type Row = [
  resource: Governed,
  at: typeof plant,
  viewAny: RowScope,
  view: RowScope,
  create: RowScope,
  update: RowScope,
  del: RowScope,
];
const table: Row[] = [
  [material, headquarters, 'all', 'all', ofHeadquarters, ofHeadquarters, ofHeadquarters],
  [material, plant, ofPlant, ofPlant, ofPlant, ofPlant, ofPlant],
  [company, headquarters, 'all', 'all', 'all', 'all', 'all'],
  [company, plant, 'none', 'none', 'none', 'none', 'none'],
  [role, headquarters, 'all', 'all', 'all', 'all', 'all'],
  [role, plant, 'all', 'all', 'none', 'none', 'none'],
  [site, headquarters, 'all', 'all', 'all', 'all', 'all'],
  [site, plant, ownSites, ownSites, 'none', plantItself, 'none'],
  [user, headquarters, 'all', 'all', 'all', 'all', 'all'],
  [user, plant, peopleOfPlant, peopleOfPlant, peopleOfPlant, peopleOfPlant, peopleOfPlant],
  [movement, headquarters, 'all', 'all', ofHeadquarters, 'none', 'none'],
  [movement, plant, ofPlant, ofPlant, ofPlant, 'none', 'none'],
];

describe('abilities', () => {
  for (const [resource, at, ...reaches] of table) {
    for (const [index, operation] of operations.entries()) {
      it(`${resource.name}.${operation} at ${at.name}, with every permission`, () => {
        expect(actorOf(at, ['*']).permitted(operation, resource)).to.deep.equal(reaches[index]);
      });
    }
  }

  it('reach no row without the permission, at any site', () => {
    for (const at of [headquarters, plant, null]) {
      for (const resource of resources) {
        for (const operation of operations) {
          expect(actorOf(at, []).permitted(operation, resource), `${resource.name}.${operation}`).to.equal(
            'none',
          );
        }
      }
    }
  });

  it('reach exactly what was granted, and nothing beside it', () => {
    const names = fc.subarray(resources.flatMap(({ name }) => every.map((one) => `${name}.${one}`)));
    fc.assert(
      fc.property(names, fc.constantFrom(headquarters, plant), (granted, at) => {
        const [some, all] = [actorOf(at, granted), actorOf(at, ['*'])];
        for (const resource of resources) {
          for (const operation of operations) {
            const name = `${resource.name}.${operation}`;
            const expected = granted.includes(name) ? all.permitted(operation, resource) : 'none';
            expect(some.permitted(operation, resource), name).to.deep.equal(expected);
            expect(some.permissions.has(name), name).to.equal(expected !== 'none');
          }
        }
      }),
      { numRuns: 50 },
    );
  });

  it('take words that mean everything to CASL for what they are', () => {
    const all: Governed = { ...material, name: 'all', operations: [...every, 'manage'] };
    const some = actorOf(plant, ['all.manage'], [all]);
    expect(some.permitted('manage', all)).to.deep.equal(some.visible(all));
    for (const operation of operations) expect(some.permitted(operation, all), operation).to.equal('none');
  });

  it('show rows whether or not they may be viewed', () => {
    const [here, there] = [actorOf(headquarters, []), actorOf(plant, [])];
    expect(resources.map((one) => here.visible(one))).to.deep.equal(Array(6).fill('all'));
    expect(resources.map((one) => there.visible(one))).to.deep.equal([
      ofPlant,
      'all',
      'all',
      ownSites,
      peopleOfPlant,
      ofPlant,
    ]);
  });

  it('give a user without a site nothing, not even with every role', () => {
    const nowhere = actorOf(null, ['*']);
    expect([...nowhere.permissions]).to.deep.equal([]);
    for (const resource of [material, site, user, movement])
      expect(nowhere.visible(resource)).to.equal('none');
    for (const resource of resources) {
      for (const operation of operations) expect(nowhere.permitted(operation, resource)).to.equal('none');
    }
  });
});

describe('the rows of one’s own', () => {
  const own: RowScope = { op: 'eq', column: 'user_id', value: 7 };

  it('belong to their person only, with any permissions, at a site or at none', () => {
    for (const at of [headquarters, plant, null]) {
      for (const granted of [[], ['*'], ['memo.view']]) {
        const actor = actorOf(at, granted);
        expect(actor.visible(memo)).to.deep.equal(own);
        for (const one of operations) expect(actor.permitted(one, memo), one).to.deep.equal(own);
        expect(actor.permitted('finish', memo), 'no operation of it').to.equal('none');
        const warrant = actor.warrant({ operation: 'update', resource: memo });
        expect(warrant).to.deep.equal(actor.warrant(null));
      }
    }
  });

  it('has no names of permissions', () => {
    const resources = [memo, material];
    expect(permissionNames(resources).filter((name) => name.startsWith('memo.'))).to.deep.equal([]);
    expect([...heldPermissions(resources, new Set(['*', 'memo.view']), true)]).to.deep.equal(
      permissionNames([material]),
    );
  });
});

describe('permissions', () => {
  const held = (at: Person['site'], ...granted: string[]) => [...actorOf(at, granted).permissions].sort();

  it('are those of every resource for *', () => {
    const names = resources.flatMap(({ name, operations: known }) => known.map((one) => `${name}.${one}`));
    expect(held(headquarters, '*')).to.deep.equal(names.sort());
  });

  it('leave out, elsewhere, what is reserved to the headquarters', () => {
    const names = held(plant, '*');
    expect(names.filter((name) => /^(company|role|site)\./.test(name))).to.deep.equal([
      'role.view',
      'role.viewAny',
      'site.update',
      'site.view',
      'site.viewAny',
    ]);
    expect(held(plant, 'company.view', 'role.update', 'material.view')).to.deep.equal(['material.view']);
  });

  it('ignore names that no definition knows', () => {
    expect(
      held(headquarters, 'material.view', 'gone.view', 'item-movement.delete', 'material.*', ''),
    ).to.deep.equal(['material.view']);
  });
});

describe('conditions from CASL', () => {
  const leaf = (operator: string, value: unknown, field = 'a') => ({ operator, field, value });

  it('take null for no row, and an empty conjunction for every row', () => {
    expect(reachOf(null, {})).to.equal('none');
    expect(reachOf({ operator: 'and', value: [] }, {})).to.equal('all');
    expect(reachOf({ operator: 'or', value: [] }, {})).to.deep.equal({ op: 'or', of: [] });
  });

  it('keep their shape', () => {
    const tree = {
      operator: 'or',
      value: [leaf('in', [1, 2]), { operator: 'not', value: [leaf('eq', null, 'b')] }, leaf('gte', 3)],
    };
    expect(reachOf(tree, {})).to.deep.equal({
      op: 'or',
      of: [
        { op: 'in', column: 'a', values: [1, 2] },
        { op: 'not', of: { op: 'null', column: 'b' } },
        { op: 'gte', column: 'a', value: 3 },
      ],
    });
  });

  const unknown: [string, Operation | string, unknown][] = [
    ['an operator without counterpart', 'regex', 'x'],
    ['a missing value', 'eq', undefined],
    ['a value that is no scalar', 'eq', { $gt: 1 }],
    ['a table that may not be looked into', 'elemMatch', leaf('eq', 1)],
    ['an inherited name for a table', 'elemMatch', leaf('eq', 1)],
  ];
  for (const [title, operator, value] of unknown) {
    it(`refuse ${title}`, () => {
      const field = title.startsWith('an inherited') ? 'constructor' : 'a';
      expect(() => reachOf(leaf(operator, value, field), { memberships: 'user_id' })).to.throw('rule');
    });
  }
});
