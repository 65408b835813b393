/** What waits to be handed on, where there are no other tables. */
export { addOutbox as up, dropOutbox as down } from '../20260801000100_outbox.ts';
