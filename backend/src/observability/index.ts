export { CONSUMERS } from './consumers-status';
export { createPino, NestLog } from './log';
export { LogBuffer } from './log-lines/log-buffer';
export { LogLines } from './log-lines/log-lines';
export { LogLineStore } from './log-lines/log-line-store';
export { Metrics, timedEventStore } from './metrics';
export { ObservabilityModule } from './observability.module';
export { observeRequests } from './observe-requests';
