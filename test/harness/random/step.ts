/** Random steps of a random run, as data: users and rows are looked up when a step runs. */
import fc from 'fast-check';
import { type Choice, type Model, paths, pick, shapes } from './shapes.ts';
import { names } from './small-world.ts';

export type Fields = Readonly<Record<string, unknown>>;

export type Deed =
  | { readonly do: 'create'; readonly path: string; readonly body: Fields }
  | {
      readonly do: 'act';
      readonly path: string;
      readonly on: Choice;
      readonly action: string;
      readonly body: Fields;
    }
  | {
      readonly do: 'update';
      readonly path: string;
      readonly on: Choice;
      readonly body: Fields;
      readonly match: Match;
    }
  | { readonly do: 'delete'; readonly path: string; readonly on: Choice; readonly match: Match }
  | { readonly do: 'switch'; readonly to: Choice }
  | { readonly do: 'read'; readonly path: string };
type Match = 'none' | 'current' | 'stale';

export type Write = Extract<Deed, { readonly do: 'create' | 'act' | 'update' | 'delete' }>;

export type Step =
  | { readonly by: string; readonly deed: Deed; readonly dry: boolean }
  | { readonly by: string; readonly twice: Write }
  | { readonly by: string; readonly batch: readonly Write[]; readonly dry: boolean }
  | { readonly pair: readonly [Single, Single] }
  | { readonly rivals: readonly [string, string]; readonly path: string; readonly on: Choice };
interface Single {
  readonly by: string;
  readonly deed: Write;
}

/** A random selection of fields, at most a few. */
function few(model: Model): fc.Arbitrary<Fields> {
  return fc
    .subarray(Object.keys(model), { maxLength: Math.min(3, Object.keys(model).length) })
    .chain((keys) =>
      fc.record(Object.fromEntries(keys.map((key) => [key, model[key] ?? fc.constant(null)]))),
    );
}

function creates(path: string): fc.Arbitrary<Write> {
  const { needed, free } = shapes[path] ?? { needed: {}, free: {} };
  // A password takes bcrypt a tenth of a second; other tests check whether one is required.
  const password = path === 'users' ? { password: 'correct horse battery staple' } : {};
  const whole = fc
    .tuple(fc.record(needed), few(free))
    .map(([must, may]) => ({ ...must, ...may, ...password }));
  const reversal = pick(path).map((reverses_id) => ({ reverses_id }));
  const body =
    path === 'item-movements'
      ? fc.oneof({ weight: 3, arbitrary: whole }, { weight: 1, arbitrary: reversal })
      : whole;
  return fc.record({ do: fc.constant('create' as const), path: fc.constant(path), body });
}

const match = fc.constantFrom('none' as const, 'none' as const, 'current' as const, 'stale' as const);

function updates(path: string) {
  const { needed, free } = shapes[path] ?? { needed: {}, free: {} };
  return fc.record({
    do: fc.constant('update' as const),
    path: fc.constant(path),
    on: pick(path),
    body: fc.oneof(few({ ...needed, ...free }), few(free)),
    match,
  });
}

function writes(path: string): fc.Arbitrary<Write> {
  if (path === 'item-movements') return creates(path);
  const deletes = fc.record({
    do: fc.constant('delete' as const),
    path: fc.constant(path),
    on: pick(path),
    match,
  });
  const copy = {
    do: fc.constant('act' as const),
    path: fc.constant(path),
    on: pick(path),
    action: fc.constant('duplicate'),
    body: fc.constant({}),
  };
  return fc.oneof(
    { weight: path === 'users' ? 1 : 4, arbitrary: creates(path) },
    { weight: 5, arbitrary: updates(path) },
    { weight: 2, arbitrary: deletes },
    { weight: path === 'maintenances' ? 1 : 0, arbitrary: fc.record(copy) },
  );
}

const write: fc.Arbitrary<Write> = fc.oneof(
  ...paths.map((path) => ({ weight: shapes[path]?.weight ?? 1, arbitrary: writes(path) })),
);
const by = fc.oneof(
  { weight: 2, arbitrary: fc.constantFrom('root', 'norman', 'both', 'sally') },
  { weight: 1, arbitrary: fc.constantFrom(...names) },
);
const seldom = fc.nat({ max: 7 }).map((dice) => dice === 7);
const switches = fc.record({ do: fc.constant('switch' as const), to: pick('sites') });
const reads = fc.record({
  do: fc.constant('read' as const),
  path: fc.constantFrom(
    ...[...paths, 'activities'].flatMap((path) => [
      `${path}?per_page=100`,
      `${path}?search=o`,
      `${path}?site_id=2,3&per_page=100`,
    ]),
    'maintenances/options/material_id?per_page=100',
    'items/options/material_ids?per_page=100',
    'incidents/options/maintenance_id',
    'item-movements/options/reverses_id',
    'materials/counts?by=zone_id',
    'cleanings/counts?by=material_id',
    'maintenances/counts?by=operator_id,created_at.month&sum=parts_cost',
    'item-movements/counts?by=item_id,type&sum=quantity,total_price',
    'user',
    'resources',
  ),
});
const single: fc.Arbitrary<Single> = fc.record({ by, deed: write });

const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 14, arbitrary: fc.record({ by, deed: write, dry: seldom }) },
  { weight: 3, arbitrary: fc.record({ by, deed: reads, dry: fc.constant(false) }) },
  { weight: 2, arbitrary: fc.record({ by, deed: switches, dry: fc.constant(false) }) },
  { weight: 1, arbitrary: fc.record({ by, twice: fc.constantFrom(...paths).chain(creates) }) },
  {
    weight: 2,
    arbitrary: fc.record({ by, batch: fc.array(write, { minLength: 1, maxLength: 4 }), dry: seldom }),
  },
  { weight: 3, arbitrary: fc.record({ pair: fc.tuple(single, single) }) },
  {
    weight: 1,
    arbitrary: fc
      .constantFrom(...paths.filter((path) => path !== 'item-movements' && path !== 'users'))
      .chain((path) => fc.record({ rivals: fc.tuple(by, by), path: fc.constant(path), on: pick(path) })),
  },
);

/** A sequence of this many steps. */
export function sequencesOf(length: number): fc.Arbitrary<Step[]> {
  return fc.array(step, { minLength: length, maxLength: length, size: 'max' });
}
