export { createLog } from './log';
export { Metrics } from './metrics';
export { ObservabilityModule } from './observability.module';
export { timedEventStore } from './timed-event-store';
