export * from '../20261130151700_links.ts';
