export * from '../20260801000300_links.ts';
