/** Rows by their dates, a month at a time. */
import type { Resource } from '../service/metadata.ts';
import { w } from '../words/words.ts';

interface CalendarProps {
  readonly resource: Resource;
  /** Filters and search, as the service takes them. */
  readonly query: Readonly<Record<string, string>>;
}

export function Calendar({ resource }: CalendarProps) {
  return <section aria-label={`${w.list.calendar}: ${resource.labels.many}`} />;
}
