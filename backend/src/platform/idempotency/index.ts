export { IdempotencyModule } from './idempotency.module';
export { CommandId, HasKey, Idempotent } from './keyed.decorator';
