/** Rows by state, a column each. */
import type { Resource } from '../service/metadata.ts';
import { w } from '../words/words.ts';

interface BoardProps {
  readonly resource: Resource;
  /** Filters and search, as the service takes them. */
  readonly query: Readonly<Record<string, string>>;
}

export function Board({ resource }: BoardProps) {
  return <section aria-label={`${w.list.board}: ${resource.labels.many}`} />;
}
