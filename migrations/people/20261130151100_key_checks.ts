export * from '../20261130151100_key_checks.ts';
