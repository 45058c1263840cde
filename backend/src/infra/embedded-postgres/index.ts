export { startEmbeddedPostgres, type EmbeddedPostgres } from './start-embedded-postgres';
export { EmbeddedPostgresError } from './run-as';
export { isInitialised } from './cluster';
