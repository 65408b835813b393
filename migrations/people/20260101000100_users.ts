export * from '../20260101000100_users.ts';
