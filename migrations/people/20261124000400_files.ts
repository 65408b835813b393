export * from '../20261124000400_files.ts';
