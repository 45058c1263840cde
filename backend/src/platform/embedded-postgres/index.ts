export { startEmbeddedPostgres, type EmbeddedPostgres } from './start-embedded-postgres';
export { EmbeddedPostgresError } from './embedded-postgres-error';
