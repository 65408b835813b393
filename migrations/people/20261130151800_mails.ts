export * from '../20261130151800_mails.ts';
