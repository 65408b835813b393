/** What one process may have of a machine: where several share it, what is bounded for all together is divided among them. */
let processes = 1;

/** Said once, before anything is asked of this process. */
export function shareMachine(count: number): void {
  processes = count;
}

/** The part of a bound that is this process's own; never less than one. */
export function partOf(bound: number): number {
  return Math.ceil(bound / processes);
}

/** The same of what is no bound but there to be used: rounded down, so that all together have no more than there is. */
export function shareOf(amount: number): number {
  return Math.max(1, Math.floor(amount / processes));
}
