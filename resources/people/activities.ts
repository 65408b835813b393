/** For a project without our resources: unchanged. */
export { default } from '../activities.ts';
