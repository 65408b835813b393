/**
 * What the application lends to hooks, so that definitions import nothing but the engine.
 * An interface to be extended where a service is offered: `declare module './services.ts'`.
 */

// biome-ignore lint/suspicious/noEmptyInterface: filled by declaration merging, where the services are made
export interface Services {}
