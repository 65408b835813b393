export * from '../20261130150500_memberships.ts';
