/** The client of all tests is that of the conformance suite. */
export * from '../../testing/world/client.ts';
