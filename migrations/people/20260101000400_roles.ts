export * from '../20260101000400_roles.ts';
