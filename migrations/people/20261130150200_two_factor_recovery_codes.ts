export * from '../20261130150200_two_factor_recovery_codes.ts';
