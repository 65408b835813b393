export * from '../20261130150800_idempotency_keys.ts';
