export * from '../20261130151200_write_probes.ts';
