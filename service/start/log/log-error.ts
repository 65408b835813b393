/** What the log tells of an error: where it came from, and nothing of what people have written. */

interface ErrorEntry {
  readonly type: string;
  readonly message: string;
  /** The driver's or the system's, where there is one. */
  readonly code?: string;
  readonly stack?: string;
  readonly cause?: unknown;
}

/** Deeper than any chain of causes that has been seen; one that comes back to itself has no end. */
const deepest = 5;

/**
 * An error for the log. Other properties than these are left out: drivers put the whole statement there, with the values
 * of a row in it.
 */
export function describeError(error: unknown, depth = 0): unknown {
  if (!(error instanceof Error)) return typeof error;
  const { name, message, stack, cause } = error;
  const entry: ErrorEntry = {
    type: name,
    message: withoutValues(message),
    ...('code' in error && { code: String(error.code) }),
    ...(stack !== undefined && { stack: withoutValues(stack) }),
  };
  return cause === undefined || depth === deepest
    ? entry
    : { ...entry, cause: describeError(cause, depth + 1) };
}

/** MariaDB and MySQL quote the value that they refuse: `Duplicate entry 'ann@plant.example' for key …`. */
function withoutValues(text: string): string {
  let shown = '';
  let from = 0;
  for (const { 0: words, index } of text.matchAll(/\b(?:entry|value:?) '/g)) {
    if (index < from) continue;
    const start = index + words.length;
    const length = text.slice(start).search(/' for (?:key|column|function)\b/);
    // Nor does a later value end.
    if (length === -1) break;
    shown += `${text.slice(from, start)}…`;
    from = start + length;
  }
  return shown + text.slice(from);
}
