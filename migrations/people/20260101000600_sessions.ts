export * from '../20260101000600_sessions.ts';
