export * from '../20260801000310_mails.ts';
