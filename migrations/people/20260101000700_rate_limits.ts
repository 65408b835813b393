export * from '../20260101000700_rate_limits.ts';
