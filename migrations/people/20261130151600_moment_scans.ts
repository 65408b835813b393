export * from '../20261130151600_moment_scans.ts';
