export * from '../20261130150300_sites.ts';
