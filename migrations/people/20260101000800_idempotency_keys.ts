export * from '../20260101000800_idempotency_keys.ts';
