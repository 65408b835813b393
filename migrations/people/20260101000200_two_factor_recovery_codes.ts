export * from '../20260101000200_two_factor_recovery_codes.ts';
