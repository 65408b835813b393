export * from '../20260101000500_memberships.ts';
