export { AccessLog } from './access-log';
export { AccessModule } from './access.module';
export { accessAggregate, type AccessEvent, type RecordsRead } from './access-record';
