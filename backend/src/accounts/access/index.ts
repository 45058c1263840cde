export { AccessLog, accessAggregate, type AccessEvent, type RecordsRead } from './access-log';
export { AccessModule } from './access.module';
