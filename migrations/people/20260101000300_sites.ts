export * from '../20260101000300_sites.ts';
