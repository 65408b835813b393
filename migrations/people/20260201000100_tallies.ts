export * from '../20260201000100_tallies.ts';
