export * from '../20261130150700_rate_limits.ts';
