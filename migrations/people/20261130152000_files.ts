export * from '../20261130152000_files.ts';
