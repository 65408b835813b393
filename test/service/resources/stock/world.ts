/** Short ways to make items and to move them, for tests of stock. */
import type { Json, World } from '../world.ts';

/** An item of Plant North with a name of its own. @returns its id */
export const makeItem = (world: World, body: Json = {}): Promise<number> =>
  world.make('items', { name: world.name(), ...body });

/** An entry of one, unless `body` says otherwise. @returns its id */
export const move = (world: World, item_id: number, body: Json = {}): Promise<number> =>
  world.make('item-movements', { item_id, type: 'entry', quantity: 1, ...body });

/** An item with ten in stock at 2.50. @returns its id */
export const stocked = async (world: World): Promise<number> => {
  const id = await makeItem(world, { current_price: 2.5 });
  await move(world, id, { quantity: 10 });
  return id;
};

/** A request that books a movement. */
export const book = (body: Json) => ['POST', '/item-movements', body] as const;

/** What is to be read of an item afterwards. */
export const ofItem = (id: number, data: Json) => [`/items/${id}`, data] as const;
