export { createEventStore } from './create-event-store';
export * from './event-store';
