/** Finds which rule a database's unique index stands for. */
import type { DatabaseFault } from '../database/fault.ts';
import type { UniqueRule } from '../index-name.ts';

/** The unique rule of a resource that a fault speaks of. */
export function brokenRule(fault: DatabaseFault, rules: readonly UniqueRule[]): UniqueRule | undefined {
  if (fault.kind !== 'duplicate') return undefined;
  return rules.find(
    (rule) => rule.index === fault.index || rule.columns.join() === (fault.columns ?? []).join(),
  );
}
