/** The same in a project without our resources. */
export { default } from '../roles.ts';
