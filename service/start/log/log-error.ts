/** The logged part of an error: its origin, without any user data. */

interface ErrorEntry {
  readonly type: string;
  readonly message: string;
  /** The code of the driver or the system, if there is one. */
  readonly code?: string;
  readonly stack?: string;
  readonly cause?: unknown;
}

/** Deeper than any known chain of causes; a cyclic one would not end. */
const deepest = 5;

/** An error for the log. Other properties are left out: drivers store the whole statement there, with values of a row. */
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

/** MariaDB and MySQL quote the refused value: `Duplicate entry 'ann@plant.example' for key …`. */
function withoutValues(text: string): string {
  let shown = '';
  let from = 0;
  for (const { 0: words, index } of text.matchAll(/\b(?:entry|value:?) '/g)) {
    if (index < from) continue;
    const start = index + words.length;
    const length = text.slice(start).search(/' for (?:key|column|function)\b/);
    // A later value has no end either.
    if (length === -1) break;
    shown += `${text.slice(from, start)}…`;
    from = start + length;
  }
  return shown + text.slice(from);
}
