export * from '../20261130150100_users.ts';
