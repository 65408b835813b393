export * from '../20261130150900_activities.ts';
