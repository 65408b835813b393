export * from '../20260101001700_activities.ts';
