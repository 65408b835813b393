export * from '../20260210000100_key_checks.ts';
