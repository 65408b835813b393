export * from '../20261130150600_sessions.ts';
