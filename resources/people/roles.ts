/** For a project without our resources: unchanged. */
export { default } from '../roles.ts';
