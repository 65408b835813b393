/** The same in a project without our resources. */
export { default } from '../activities.ts';
