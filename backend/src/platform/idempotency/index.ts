export { IdempotencyModule } from './idempotency.module';
export { CommandId, HasKey, Keyed } from './keyed.decorator';
