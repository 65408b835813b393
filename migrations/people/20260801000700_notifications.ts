export * from '../20260801000700_notifications.ts';
