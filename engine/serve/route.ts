/** A route of a resource, as one object: what it needs, what it does, and how it is described. */
import type { Knex } from 'knex';
import type { Schemas } from '../describe/openapi/rows.ts';
import type { Endpoint } from '../describe/openapi/spec.ts';
import type { Setting } from '../describe/openapi/values.ts';
import type { FieldModel, Registry, Resource } from '../model/resource.ts';
import type { Permission } from '../policy.ts';
import type { Request, Response, WriteTerms } from '../request/request.ts';
import type { Engine } from './engine.ts';

export interface Route {
  readonly method: 'get' | 'post' | 'patch' | 'delete';
  /** The path after that of the resource: ``, `/:id`, `/options/:field`, … */
  readonly path: string;
  /** For logs and measurements; code never takes it apart. */
  readonly name: string;
  /** One of these is needed, for some rows, before the request is read. */
  readonly needs: readonly Permission[];
  /** What it answers; rows have no words in a language, unless they are a spreadsheet. */
  readonly answers: 'rows' | 'words' | 'bytes';
  /** The fields of its body, if they are not those of the resource. */
  readonly fields?: ReadonlyMap<string, FieldModel>;
  /** Whether it is a report, whose time is measured by its name. */
  readonly isReport?: true;
  /** Whether its path names a field or filter, and it answers for this one. */
  hasField?(registry: Registry, resource: Resource, name: string): boolean;
  /** All stages up to the plan. The result only has to be run. @throws Failure 403, 415 or 422 */
  plan(engine: Engine, request: Request): Promise<PlannedOperation>;
  /** @param schemas receives those that only it uses */
  describe(setting: Setting, path: string, schemas: Schemas): Endpoint | Endpoint[];
}

/** A planned request. A read runs on a connection, a write inside a transaction. */
export interface PlannedOperation {
  readonly writes: boolean;
  /** Its writes are rolled back after the answer is made. */
  readonly undone?: true;
  /** Runs it in another way than in a transaction of its own. */
  runWith?(terms: WriteTerms, run: PlannedOperation['run']): Promise<Response>;
  run(db: Knex): Promise<Response>;
}
