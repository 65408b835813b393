export * from '../20260401000100_task_leases.ts';
