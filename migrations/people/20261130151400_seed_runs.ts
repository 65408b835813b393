export * from '../20261130151400_seed_runs.ts';
