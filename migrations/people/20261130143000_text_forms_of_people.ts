export * from '../20261130143000_text_forms_of_people.ts';
