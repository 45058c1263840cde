export { IdempotencyModule } from './idempotency.module';
export { CommandId, HasKey, Idempotent } from './idempotent.decorator';
