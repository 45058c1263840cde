export { createEventStore, type EventStoreSettings } from './create-event-store';
export * from './event-store';
export { fromPosition, toPosition } from './position';
export { ensureEventStoreSchema } from './postgres/ensure-schema';
export { PostgresEventStore, type PostgresEventStoreOptions } from './postgres/postgres-event-store';
