/** `millwright/migration`: the imports for migrations of a project. */
export type { Knex } from 'knex';
export * from '../migrations/columns/change.ts';
export * from '../migrations/columns/changes.ts';
export * from '../migrations/columns/index.ts';
export * from '../migrations/columns/rename.ts';
export * from '../migrations/columns/search.ts';
