/**
 * Services that the application provides to hooks, so that definitions import only the engine. Each service extends this
 * interface: `declare module './services.ts'`.
 */

// biome-ignore lint/suspicious/noEmptyInterface: filled by declaration merging, where the services are made
export interface Services {}
