export * from '../20260701000100_seed_runs.ts';
