export { EmbeddedPostgresError } from './embedded-postgres-error';
export { startEmbeddedPostgres, type EmbeddedPostgres, type EmbeddedPostgresOptions } from './start-embedded-postgres';
