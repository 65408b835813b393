/** `millwright/definition`: what definitions of a project import. */
// The services that hooks are lent are declared where they are made.
export type {} from '../auth/sign-in/services.ts';

export * from '../engine/index.ts';
