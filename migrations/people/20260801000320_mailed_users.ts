export * from '../20260801000320_mailed_users.ts';
