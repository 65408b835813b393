export * from '../20260901000220_site_measures.ts';
