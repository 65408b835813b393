/** The requests that a resource answers, each with its needs. */
import { permissionOf } from '../../../engine/definition/own/permission.ts';
import type { ActionModel } from '../../../engine/model/resource.ts';
import type { Permission } from '../../../engine/policy.ts';
import type { Subject } from '../world/subject.ts';

/** One request on a resource. */
export interface Attempt {
  readonly what: string;
  /** Any of these permissions is enough. */
  readonly needs: readonly Permission[];
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** The path after that of the resource; `ID` is the id of a row. */
  readonly path: string;
  /** The status for a user who may do it. */
  readonly statuses: readonly number[];
  /** Whether it needs a body that a create would take. */
  readonly creates?: true;
  /** The input that an action needs. */
  readonly input?: ActionModel['input'];
}

/** The permissions of its operations: one of the same name can be its actions' own. */
export function usualOf({ definition }: Subject['resource']): Permission[] {
  return definition.operations.map(permissionOf);
}

/** The requests that a definition makes possible. */
export function attemptsOf({ resource }: Subject): Attempt[] {
  const { fields } = resource;
  const operations = usualOf(resource);
  const choice = [...fields.values()].find(({ facts }) => 'to' in facts && !facts.readOnly)?.name;
  const forms = operations.filter((one) => one === 'create' || one === 'update');
  const all: Attempt[] = [
    { what: 'list', needs: ['viewAny'], method: 'GET', path: '', statuses: [200] },
    { what: 'counts', needs: ['viewAny'], method: 'GET', path: '/counts?by=created_at.day', statuses: [200] },
    {
      what: 'options of filters',
      needs: ['viewAny'],
      method: 'GET',
      path: '/options/filter.created_by_id',
      statuses: [200],
    },
    { what: 'view', needs: ['view'], method: 'GET', path: '/ID', statuses: [200] },
    { what: 'related', needs: ['view'], method: 'GET', path: '/ID/related', statuses: [200] },
    { what: 'create', needs: ['create'], method: 'POST', path: '', statuses: [201], creates: true },
    { what: 'update', needs: ['update'], method: 'PATCH', path: '/ID', statuses: [200] },
    { what: 'delete', needs: ['delete'], method: 'DELETE', path: '/ID', statuses: [204] },
    ...[...resource.actions].map(
      ([name, { definition, permission, input }]): Attempt => ({
        what: name,
        needs: [permission],
        method: 'POST',
        path: `${definition.on === 'row' ? '/ID' : ''}/${definition.path ?? name}`,
        statuses: [200, 201],
        input,
      }),
    ),
    ...(choice === undefined || forms.length === 0
      ? []
      : [
          {
            what: 'options',
            needs: forms,
            method: 'GET',
            path: `/options/${choice}`,
            statuses: [200],
          } as const,
        ]),
  ];
  return all.filter(({ needs }) => needs.some((one) => operations.includes(one)));
}

export function isOnRow({ path }: Attempt): boolean {
  return path.startsWith('/ID');
}
