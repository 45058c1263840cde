export { CONSUMERS } from './consumers-status';
export { createPino } from './log';
export { Metrics } from './metrics';
export { NestLog } from './nest-log';
export { ObservabilityModule } from './observability.module';
export { observeRequests } from './observe-requests';
export { timedEventStore } from './timed-event-store';
