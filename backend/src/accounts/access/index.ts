export { AccessLog, accessAggregate, type AccessEvent, recordAtCommandLine, type RecordsRead } from './access-log';
export { AccessModule } from './access.module';
