/** A page with the form of a new row, or of one that is there. */
import type { Resource } from '../service/metadata.ts';
import { w } from '../words/words.ts';

export function FormPage({ resource, id }: { readonly resource: Resource; readonly id: string | null }) {
  return (
    <h1 tabIndex={-1}>{id === null ? `${w.list.create}: ${resource.labels.one}` : resource.labels.one}</h1>
  );
}
