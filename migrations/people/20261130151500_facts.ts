export * from '../20261130151500_facts.ts';
