export * from '../20260210000200_write_probes.ts';
