/** The part of a machine that one process may use. If several processes share it, the common bounds are divided among them. */
let processes = 1;

/** Set once, before other code uses this module. */
export function shareMachine(count: number): void {
  processes = count;
}

/** This process's part of a bound; at least one. */
export function partOf(bound: number): number {
  return Math.ceil(bound / processes);
}

/**
 * The same for a resource that is used and not a bound: rounded down, so that all processes together use no more than there is.
 */
export function shareOf(amount: number): number {
  return Math.max(1, Math.floor(amount / processes));
}
