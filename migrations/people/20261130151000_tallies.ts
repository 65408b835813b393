export * from '../20261130151000_tallies.ts';
