/** `millwright/definition`: the imports for definitions of a project. */
// The services for hooks are declared where they are made.
export type {} from '../auth/sign-in/services.ts';

export * from '../engine/index.ts';
