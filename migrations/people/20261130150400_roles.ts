export * from '../20261130150400_roles.ts';
