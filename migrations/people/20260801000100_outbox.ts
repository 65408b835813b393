/** What waits to be handed on, without other tables. */
export { addOutbox as up, dropOutbox as down } from '../20260801000100_outbox.ts';
