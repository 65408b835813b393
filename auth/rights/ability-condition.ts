/** Turns the conditions of CASL into those of the engine. An unknown condition is an error. */
import type { Condition, RowScope } from '../../engine/condition.ts';
import type { Stored } from '../../engine/values.ts';

/** Table → its column that refers to the `id` of the row in question: what an `$elemMatch` may look into. */
export type Links = Readonly<Record<string, string>>;

/** A node of CASL's syntax tree, as far as rules of ours make them. */
interface Node {
  readonly operator: string;
  readonly value: unknown;
}

/**
 * @param tree what `rulesToAST` gives; its null means **no row at all**: taken for "no condition" it would
 *   open everything, so it becomes `none` here and goes no further
 * @throws Error on a tree with an operator or a value that has no counterpart: better no answer than a wider one
 */
export function reachOf(tree: Node | null, links: Links): RowScope {
  if (tree === null) return 'none';
  return isEmptyAnd(tree) ? 'all' : conditionOf(tree, links);
}

function isEmptyAnd({ operator, value }: Node): boolean {
  return operator === 'and' && Array.isArray(value) && value.length === 0;
}

function conditionOf(node: Node, links: Links): Condition {
  switch (node.operator) {
    case 'and':
    case 'or':
      return { op: node.operator, of: nodesOf(node).map((one) => conditionOf(one, links)) };
    case 'not': {
      const [only, ...rest] = nodesOf(node);
      if (!only || rest.length > 0) throw unknown(node);
      return { op: 'not', of: conditionOf(only, links) };
    }
    case 'eq':
    case 'lt':
    case 'lte':
    case 'gt':
    case 'gte':
      return compare(node.operator, node);
    case 'in':
      if (!Array.isArray(node.value)) throw unknown(node);
      return { op: 'in', column: columnOf(node), values: node.value.map((value) => scalarOf(value, node)) };
    case 'elemMatch':
      return exists(node, links);
    default:
      throw unknown(node);
  }
}

function compare(op: 'eq' | 'lt' | 'lte' | 'gt' | 'gte', node: Node): Condition {
  if (node.value === null && op === 'eq') return { op: 'null', column: columnOf(node) };
  return { op, column: columnOf(node), value: scalarOf(node.value, node) };
}

function exists(node: Node, links: Links): Condition {
  const table = columnOf(node);
  const foreign = Object.hasOwn(links, table) ? links[table] : undefined;
  if (foreign === undefined || !isNode(node.value)) throw unknown(node);
  return { op: 'exists', table, foreign, column: 'id', where: conditionOf(node.value, links) };
}

function nodesOf(node: Node): readonly Node[] {
  if (!Array.isArray(node.value) || !node.value.every(isNode)) throw unknown(node);
  return node.value;
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'operator' in value && 'value' in value;
}

function columnOf(node: Node): string {
  if ('field' in node && typeof node.field === 'string') return node.field;
  throw unknown(node);
}

function scalarOf(value: unknown, node: Node): Stored {
  if (typeof value === 'string' || typeof value === 'number') return value;
  // Above all undefined: a comparison with it would match no row here, but every row elsewhere.
  throw unknown(node);
}

function unknown(node: Node): Error {
  return new Error(
    `A rule cannot be expressed as a condition: ${node.operator} ${JSON.stringify(node.value)}`,
  );
}
