/** Compiles which rows are attached to which. */
import type { AnyDefinition } from '../../definition/definition.ts';
import { hungFields } from '../../definition/hung.ts';
import { once } from '../../memoize.ts';
import type { Registry, Resource } from '../resource.ts';

export function hungOf(
  definition: AnyDefinition,
  registry: Registry,
): Pick<Resource, 'hung' | 'hangOn' | 'hanging'> {
  const { hung } = definition;
  const all = () => [...registry.values()];
  const hangOn = once(() => (hung ? all().filter((one) => one.definition[hung.on]) : []));
  const hanging = once(() =>
    all().filter((one) => one.definition.hung && definition[one.definition.hung.on]),
  );
  return {
    hung: hung ? { ...hungFields, of: hangOn, authorOnly: hung.authorOnly ?? [] } : null,
    hangOn,
    hanging,
  };
}
