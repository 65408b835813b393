export * from '../20261130151900_notifications.ts';
