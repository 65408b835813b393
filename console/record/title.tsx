/** The name of a row, and its state. */
import { Badge, Late } from '../kinds/value.tsx';
import { fieldOf, type Resource, type Row, titleOf, wordOf } from '../service/metadata.ts';
import { headlineOf } from './layout.ts';

export function Title({ resource, row }: { readonly resource: Resource; readonly row: Row }) {
  const state = resource.states && fieldOf(resource, resource.states.field);
  const known = state && wordOf(state, row[state.name]);
  return (
    <>
      <h1 tabIndex={-1} translate={false}>
        {titleOf(resource, row)}
      </h1>
      {known && (
        <span>
          <span class="hidden">{state.label}: </span>
          <Badge {...known} />
        </span>
      )}
      <Late resource={resource} row={row} beside={headlineOf(resource, row)} />
      <span class="grow" />
    </>
  );
}
