export * from '../20260301000100_idempotency_key_sites.ts';
