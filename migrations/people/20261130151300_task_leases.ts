export * from '../20261130151300_task_leases.ts';
