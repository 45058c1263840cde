/** The embedded server could not be started or stopped; the message says why and what can be done. */
export class EmbeddedPostgresError extends Error {}
